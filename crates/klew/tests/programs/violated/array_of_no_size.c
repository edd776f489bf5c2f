// The size may be 0 or negative; nothing is said of an array whose size is unsigned and large.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 100)
    return 0;
  int a[n]; // expect: vla-bound
  a[0] = 1;
  return a[0] - 1;
}
