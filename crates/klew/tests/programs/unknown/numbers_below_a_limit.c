// options: --engine segments --property assertion
// time: 5s
// As numbers_within_limits, but the limit moves where a node is left out: nodes that were made before may be below it.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int number;
};
static struct node *new_node(struct node *next, int number) {
  struct node *node = malloc(sizeof *node);
  if (!node) {
    abort();
  }
  node->next = next;
  node->number = number;
  return node;
}
int main(void) {
  int low = __VERIFIER_nondet_int();
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    int number = __VERIFIER_nondet_int();
    if (number < low) {
      continue;
    }
    if (number == 7) {
      low = number;
      continue;
    }
    list = new_node(list, number);
  }
  for (struct node *node = list; node; node = node->next) {
    assert(node->number >= low);
  }
  return 0;
}
