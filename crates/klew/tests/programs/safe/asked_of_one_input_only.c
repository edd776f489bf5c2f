// options: --property reach-error
// The check is about one input only, so the calls with all others need not be followed: they are too many.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int fibonacci(int n) {
  if (n < 1)
    return 0;
  if (n == 1)
    return 1;
  return fibonacci(n - 1) + fibonacci(n - 2);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  int other = __VERIFIER_nondet_int();
  if (n > 46)
    return 0;
  int result = fibonacci(n);
  if (n == 9 && other > 3 && result != 34)
    reach_error();
  return 0;
}
