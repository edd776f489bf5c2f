// options: --engine segments --property assertion
// time: 5s
// As found_once, but where a node is not the first the one before may be marked as well.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
  struct node *next, *before;
  int number;
};
static struct node *new_node(struct node *next, int number) {
  struct node *node = malloc(sizeof *node);
  if (!node) {
    abort();
  }
  node->next = next;
  node->before = 0;
  if (next) {
    next->before = node;
  }
  node->number = number;
  return node;
}
int main(void) {
  struct node *list = new_node(0, 1);
  while (__VERIFIER_nondet_int()) {
    list = new_node(list, 1);
  }
  struct node *chosen = list;
  while (chosen->next && __VERIFIER_nondet_int()) {
    chosen = chosen->next;
  }
  chosen->number = 2;
  if (chosen->before && __VERIFIER_nondet_int()) {
    chosen->before->number = 2;
  }
  int found = 0;
  for (struct node *node = list; node; node = node->next) {
    if (node->number == 2) {
      found++;
    }
  }
  assert(found == 1);
  return 0;
}
