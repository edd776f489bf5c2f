// One node more is taken than was put there.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node { struct node *next; int number; };
int main(void) {
  int count = __VERIFIER_nondet_int();
  struct node *stack = NULL;
  for (int i = 0; i < count; i++) {
    struct node *node = malloc(sizeof *node);
    if (!node) abort();
    node->number = i;
    node->next = stack;
    stack = node;
  }
  for (int i = 0; i <= count; i++) {
    struct node *node = stack;
    stack = node->next; // expect: valid-deref
    free(node);
  }
  return 0;
}
