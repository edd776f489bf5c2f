// options: --malloc-may-fail
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1; // expect: valid-deref
  free(p);
  return 0;
}
