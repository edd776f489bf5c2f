#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int target = __VERIFIER_nondet_int();
  int *p = &target, *q;
  for (unsigned i = 0; i < sizeof p; i++) ((char *)&q)[i] = ((char *)&p)[i];
  *q += 1;
  assert(target != 77); // expect: assertion
  return 0;
}
