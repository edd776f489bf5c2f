#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int *a = malloc(10 * sizeof *a);
  if (n <= 10)
    a[n] = 1; // expect: valid-deref
  free(a);
  return 0;
}
