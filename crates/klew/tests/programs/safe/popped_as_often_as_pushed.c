// As many nodes are taken as were put there, any number of them, without a look at whether there is one.
#include <assert.h>
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
  for (int i = 0; i < count; i++) {
    struct node *node = stack;
    stack = node->next;
    free(node);
  }
  assert(!stack);
  return 0;
}
