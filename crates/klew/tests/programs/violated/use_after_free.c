#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 3;
  if (__VERIFIER_nondet_bool()) free(p);
  int v = *p; // expect: valid-deref
  free(p);
  return v;
}
