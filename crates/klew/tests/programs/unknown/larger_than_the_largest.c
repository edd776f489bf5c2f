// options: --engine segments --property assertion
// time: 5s
// As numbers_within_limits, but the largest is not noted where it is larger by one.
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
  int largest = __VERIFIER_nondet_int();
  if (largest > 1000) {
    return 0;
  }
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    int number = __VERIFIER_nondet_int();
    if (number > largest + 1) {
      largest = number;
    }
    list = new_node(list, number);
  }
  for (struct node *node = list; node; node = node->next) {
    assert(node->number <= largest);
  }
  return 0;
}
