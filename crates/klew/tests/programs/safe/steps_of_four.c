// A counter that wraps around keeps its remainder by four, and by nothing else.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned i = 0;
  while (__VERIFIER_nondet_uint()) {
    i += 4;
    assert(i != 15);
  }
  assert(i % 4 == 0);
  return 0;
}
