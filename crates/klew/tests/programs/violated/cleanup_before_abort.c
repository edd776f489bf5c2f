// options: --property valid-memcleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof *p); // expect: valid-memcleanup
  *p = __VERIFIER_nondet_int();
  if (*p == 77) abort();
  free(p);
  return 0;
}
