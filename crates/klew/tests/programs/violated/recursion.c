#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned depth(unsigned n) { return n == 0 ? 0 : 1 + depth(n / 2); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 100) return 0;
  assert(depth(n) < 7); // expect: assertion
  return 0;
}
