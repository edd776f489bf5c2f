#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static int table[16];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= 16 || j >= 16) return 0;
  table[i] = 5;
  table[j] = 7;
  assert(table[j] == 7);
  assert(i == j || table[i] == 5);
  return 0;
}
