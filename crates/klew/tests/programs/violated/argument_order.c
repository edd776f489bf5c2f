// Compilers evaluate arguments in different orders; a finding is confirmed by one that agrees with clang.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int *choose(int a, int b) {
  static int here;
  return a == 3 && b == 4 ? 0 : &here;
}
int main(void) {
  return *choose(__VERIFIER_nondet_int(), __VERIFIER_nondet_int()); // expect: valid-deref
}
