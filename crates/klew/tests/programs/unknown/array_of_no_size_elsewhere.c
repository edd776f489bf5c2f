// options: --property assertion
// What a program does that has an array of negative size is not defined, so nothing is shown of it.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int a[n];
  a[0] = 1;
  assert(a[0] == 1);
  return 0;
}
