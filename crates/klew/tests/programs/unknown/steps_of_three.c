// A counter that wraps around does not keep its remainder by three: the check fails, after a thousand million turns.
// time: 5s
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned i = 0;
  while (__VERIFIER_nondet_uint()) {
    i += 3;
  }
  assert(i % 3 == 0);
  return 0;
}
