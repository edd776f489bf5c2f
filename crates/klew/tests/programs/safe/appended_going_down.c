// time: 120s
// A doubly linked list of any length whose numbers never go up, as each is refused that would; walked from its end.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node { struct node *before, *next; int number; };
int main(void) {
  struct node *first = NULL, *last = NULL;
  int most = 1000;
  while (__VERIFIER_nondet_int()) {
    int number = __VERIFIER_nondet_int();
    if (number > most) break;
    most = number;
    struct node *new = malloc(sizeof *new);
    if (!new) abort();
    new->number = number;
    new->next = NULL;
    new->before = last;
    if (last) last->next = new; else first = new;
    last = new;
  }
  while (last) {
    struct node *before = last->before;
    assert(!before || before->number >= last->number);
    free(last);
    last = before;
  }
  (void)first;
  return 0;
}
