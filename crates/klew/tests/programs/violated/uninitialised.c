// options: --property initialised
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x;
  if (__VERIFIER_nondet_int() > 3) x = 1;
  if (x > 0) // expect: initialised
    return 1;
  return 0;
}
