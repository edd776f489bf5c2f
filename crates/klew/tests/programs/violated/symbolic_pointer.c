#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = 1, b = 2, c = 3;
  int *which[3] = { &a, &b, &c };
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 2) return 0;
  *which[i] = 10;
  assert(a + b + c != 14); // expect: assertion
  return 0;
}
