// options: --engine segments
// Lists of any length of doubly linked lists of any length, whose nodes are of one size with the lists': what hangs at a list is no part of it.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct guest {
  struct guest *next;
  struct guest *previous;
};
struct table {
  struct table *next;
  struct guest *guests;
};
int main(void) {
  struct table *tables = 0;
  while (__VERIFIER_nondet_int()) {
    struct table *table = malloc(sizeof *table);
    if (!table) {
      abort();
    }
    table->next = tables;
    table->guests = 0;
    tables = table;
    do {
      struct guest *guest = malloc(sizeof *guest);
      if (!guest) {
        abort();
      }
      guest->previous = 0;
      guest->next = table->guests;
      if (guest->next) {
        guest->next->previous = guest;
      }
      table->guests = guest;
    } while (__VERIFIER_nondet_int());
  }
  while (tables) {
    struct table *table = tables;
    tables = table->next;
    while (table->guests) {
      struct guest *guest = table->guests;
      assert(!guest->next || guest->next->previous == guest);
      table->guests = guest->next;
      free(guest);
    }
    free(table);
  }
  return 0;
}
