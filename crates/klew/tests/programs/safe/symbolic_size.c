#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar();
  char *a = malloc(n + 1u);
  a[n] = 'x';
  char c = a[n];
  free(a);
  return c != 'x';
}
