// options: --property assertion --property valid-memcleanup
// Tickets are numbered one by one, but for the fourth.
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
    if (count == 3) count++;
    ticket->next = drawn;
    drawn = ticket;
  }
  drawn = reversed(drawn);
  unsigned called = 0;
  while (drawn) {
    struct ticket *ticket = drawn;
    klew_assert(ticket->number == called); // expect: assertion
    called++;
    drawn = ticket->next;
    free(ticket);
  }
  return 0;
}
