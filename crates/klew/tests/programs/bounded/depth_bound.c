// options: --max-depth 10
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int sum = 0;
  while (__VERIFIER_nondet_int()) sum = (sum + 2) % 1000;
  assert(sum % 2 == 0);
  return 0;
}
