// options: --engine segments
// Of a list of any length at most one node is marked, whichever it is.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int marked;
};
int main(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    if (!node) {
      abort();
    }
    node->marked = 0;
    node->next = list;
    list = node;
  }
  struct node *chosen = list;
  while (chosen && __VERIFIER_nondet_int()) {
    chosen = chosen->next;
  }
  if (chosen) {
    chosen->marked = 1;
  }
  int seen = 0;
  for (struct node *node = list; node; node = node->next) {
    if (node->marked) {
      assert(!seen);
      seen = 1;
    }
  }
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
