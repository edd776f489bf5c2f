// options: --data-model 32
#include <assert.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long x = __VERIFIER_nondet_ulong();
  assert(sizeof(long) == 4 && sizeof(void *) == 4);
  assert((x << 16) != 0xabcd0000ul || x >> 16 == 0); // expect: assertion
  return 0;
}
