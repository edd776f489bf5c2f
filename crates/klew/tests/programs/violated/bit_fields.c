#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct flags { unsigned low : 3; int middle : 5; unsigned high : 9; };
int main(void) {
  struct flags f = { 0 };
  f.low = (unsigned)__VERIFIER_nondet_int();
  f.middle = __VERIFIER_nondet_int();
  f.high = f.low * 70u;
  assert(!(f.middle < -10 && f.high == 490)); // expect: assertion
  return 0;
}
