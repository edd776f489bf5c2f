// options: --property abort
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 7)
    exit(1);
  if (x > 3 && x < 2)
    abort();
  // A failed assertion is a violation of another property.
  assert(x != 8);
  return 0;
}
