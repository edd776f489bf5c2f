#include <assert.h>
#include <stdlib.h>
extern signed char __VERIFIER_nondet_schar(void);
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = 0;
  for (int i = 0; i < 3; i++) {
    struct node *fresh = malloc(sizeof *fresh), **place = &head;
    fresh->value = __VERIFIER_nondet_schar();
    if (i == 2) while (*place && (*place)->value > fresh->value) place = &(*place)->next;
    else while (*place && (*place)->value < fresh->value) place = &(*place)->next;
    fresh->next = *place;
    *place = fresh;
  }
  for (struct node *n = head; n->next; n = n->next)
    assert(n->value <= n->next->value); // expect: assertion
  while (head) { struct node *n = head->next; free(head); head = n; }
  return 0;
}
