#include <assert.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned __int128 x = __VERIFIER_nondet_ulong();
  x = x * x;
  assert((unsigned long)(x >> 64) != 0x10000000000ul); // expect: assertion
  return 0;
}
