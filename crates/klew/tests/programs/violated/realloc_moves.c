#include <stdlib.h>
int main(void) {
  int *a = malloc(2 * sizeof *a);
  int *old = a;
  a[0] = 1;
  a = realloc(a, 400 * sizeof *a);
  a[399] = a[0];
  int v = old[0]; // expect: valid-deref
  free(a);
  return v;
}
