// options: --engine segments --property assertion
// What all nodes of a list of any length hold lies between two variables, and none of them is more than their largest.
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
  int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
  int largest = -5;
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    int number = __VERIFIER_nondet_int();
    if (number < low || number >= high) {
      continue;
    }
    if (number > largest) {
      largest = number;
    }
    list = new_node(list, number);
  }
  for (struct node *node = list; node; node = node->next) {
    assert(node->number >= low && node->number < high);
    assert(node->number <= largest);
  }
  return 0;
}
