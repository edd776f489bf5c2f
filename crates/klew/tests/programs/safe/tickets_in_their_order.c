// options: --engine segments --property assertion
// Tickets are numbered one by one; reversed they are in the order that they were drawn in.
#include <klew.h>
#include <stdlib.h>

struct ticket {
  unsigned number;
  struct ticket *next;
};

static struct ticket *reversed(struct ticket *list) {
  struct ticket *result = NULL;
  while (list) {
    struct ticket *first = list;
    list = list->next;
    first->next = result;
    result = first;
  }
  return result;
}

int main(void) {
  struct ticket *drawn = NULL;
  unsigned count = 0;
  while (klew_bool("another")) {
    struct ticket *ticket = malloc(sizeof *ticket);
    if (!ticket) abort();
    ticket->number = count++;
    ticket->next = drawn;
    drawn = ticket;
  }
  drawn = reversed(drawn);
  unsigned called = 0;
  while (drawn) {
    struct ticket *ticket = drawn;
    klew_assert(ticket->number == called);
    called++;
    drawn = ticket->next;
    free(ticket);
  }
  klew_assert(called == count);
  return 0;
}
