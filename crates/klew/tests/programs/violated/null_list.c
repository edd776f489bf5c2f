#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
static struct node *push(struct node *head, int value) {
  struct node *fresh = malloc(sizeof *fresh);
  fresh->value = value;
  fresh->next = head;
  return fresh;
}
int main(void) {
  struct node *head = 0;
  for (int i = 0; i < 3; i++) head = push(head, __VERIFIER_nondet_int());
  struct node *n = head;
  while (n->value != 7) // expect: valid-deref
    n = n->next;
  while (head) { n = head->next; free(head); head = n; }
  return 0;
}
