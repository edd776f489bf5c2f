#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static int negate(int x) { return -x; }
int main(void) {
  int (*table[])(int) = { twice, square, negate };
  unsigned i = __VERIFIER_nondet_uint() % 3;
  assert(table[i](5) != 25); // expect: assertion
  return 0;
}
