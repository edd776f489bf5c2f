// A list of any length that each new number is put into before the first one that is not less; then some number is taken out. It stays
// sorted: numbers that follow each other never go down.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node { int number; struct node *next; };
int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *new = malloc(sizeof *new), **at = &list;
    if (!new) abort();
    new->number = __VERIFIER_nondet_int();
    while (*at && (*at)->number < new->number) at = &(*at)->next;
    new->next = *at;
    *at = new;
  }
  int gone = __VERIFIER_nondet_int();
  struct node **at = &list;
  while (*at) {
    struct node *node = *at;
    if (node->number == gone) {
      *at = node->next;
      free(node);
    } else {
      at = &node->next;
    }
  }
  for (struct node *node = list; node && node->next; node = node->next) {
    assert(node->number <= node->next->number);
  }
  while (list) {
    struct node *next = list->next;
    assert(list->number != gone);
    free(list);
    list = next;
  }
  return 0;
}
