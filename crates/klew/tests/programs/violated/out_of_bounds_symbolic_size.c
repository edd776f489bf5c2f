#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar();
  if (n == 0) return 0;
  char *a = malloc(n);
  a[n - 1] = 1;
  if (n > 20)
    a[n / 2 + 30] = 2; // expect: valid-deref
  free(a);
  return 0;
}
