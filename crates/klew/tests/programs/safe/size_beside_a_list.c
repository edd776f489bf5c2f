// options: --engine segments
// A list of any length that says how long it is: it is as long when it is walked.
#include <assert.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
struct node { struct node *next; };
struct list { struct node *first; unsigned size; };
static void put(struct list *list) {
  struct node *node = malloc(sizeof *node);
  if (!node) abort();
  node->next = list->first;
  list->first = node;
  list->size++;
}
static void take(struct list *list) {
  struct node *node = list->first;
  list->first = node->next;
  list->size--;
  free(node);
}
int main(void) {
  struct list list = {NULL, 0};
  while (__VERIFIER_nondet_uint()) {
    if (__VERIFIER_nondet_uint()) put(&list);
    else if (list.first) take(&list);
  }
  unsigned seen = 0;
  for (struct node *node = list.first; node; node = node->next) seen++;
  assert(seen == list.size);
  while (list.first) take(&list);
  assert(list.size == 0);
  return 0;
}
