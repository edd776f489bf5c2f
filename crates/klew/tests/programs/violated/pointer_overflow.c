// options: --property pointer-overflow
extern long __VERIFIER_nondet_long(void);
int main(void) {
  int a[4] = {0};
  long i = __VERIFIER_nondet_long();
  if (i > 3 && i < 0x3000000000000000L)
    return 0;
  if (i < 0)
    return 0;
  int *p = a + i; // expect: pointer-overflow
  return p == a;
}
