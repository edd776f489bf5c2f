// options: --property abort
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int() == 1234567)
    abort(); // expect: abort
  return 0;
}
