#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
int main(void) {
  struct node *a = malloc(sizeof *a); // expect: valid-memtrack
  a->next = 0;
  if (__VERIFIER_nondet_int() != 5) free(a);
  a = 0;
  return 0;
}
