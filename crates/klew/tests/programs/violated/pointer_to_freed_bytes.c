// A native run has other addresses.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  int *x = malloc(sizeof *x), *p;
  *x = 3;
  klee_make_symbolic(&p, sizeof p, "p");
  if (p != x)
    return free(x), 0;
  free(x);
  return *p; // replayed: valid-deref
}
