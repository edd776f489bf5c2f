// options: --check-uninitialised
// Only one input leaves a variable as it was.
int __VERIFIER_nondet_int(void);
int main(void) {
  int last;
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 9) return 0;
  if (n < 9) last = n;
  if (last > 20) return 1; // expect: initialised
  return 0;
}
