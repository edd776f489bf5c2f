// As a list into which numbers are put in order, but what stands behind the new one is changed afterwards.
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
    if (new->next && new->next->number > 0) new->next->number--;
    *at = new;
  }
  while (list) {
    struct node *next = list->next;
    assert(!next || list->number <= next->number); // expect: assertion
    free(list);
    list = next;
  }
  return 0;
}
