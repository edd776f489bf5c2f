// A ring around a node on the stack; a count of any size beside it.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
  struct node *next, *before;
};
struct item {
  struct node node;
  int weight;
};
int main(void) {
  struct node ring = {&ring, &ring};
  unsigned count = 0;
  while (__VERIFIER_nondet_int()) {
    struct item *item = malloc(sizeof *item);
    if (!item) {
      abort();
    }
    int weight = __VERIFIER_nondet_int();
    item->weight = weight > 0 && weight < 100 ? weight : 1;
    item->node.before = &ring;
    item->node.next = ring.next;
    ring.next->before = &item->node;
    ring.next = &item->node;
    count++;
  }
  for (struct node *node = ring.next; node != &ring; node = node->next) {
    assert(((struct item *)node)->weight > 0);
    assert(node->next->before == node);
  }
  while (ring.before != &ring) {
    struct node *last = ring.before;
    ring.before = last->before;
    last->before->next = &ring;
    free(last);
  }
  return 0;
}
