// options: --property builtin,assertion
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  // Of 0 there is no first bit, and that is defined.
  assert(__builtin_ffs(0) == 0 && __builtin_ffs((int)x) <= 32);
  if (x == 0)
    return 0;
  assert(__builtin_ctz(x) < 32 && __builtin_clz(x) < 32);
  return 0;
}
