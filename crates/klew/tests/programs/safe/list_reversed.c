#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = 0, *back = 0;
  int count = __VERIFIER_nondet_uchar() % 5;
  for (int i = 0; i < count; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = i;
    n->next = head;
    head = n;
  }
  while (head) { struct node *n = head->next; head->next = back; back = head; head = n; }
  int expected = 0;
  for (struct node *n = back; n; n = n->next) assert(n->value == expected++);
  assert(expected == count);
  while (back) { struct node *n = back->next; free(back); back = n; }
  return 0;
}
