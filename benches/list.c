// Insertion into a sorted linked list: the shape of the heap depends on the input.
#include <assert.h>
#include <stdlib.h>
void klee_make_symbolic(void *, size_t, const char *);
#ifndef COUNT
#define COUNT 4
#endif

struct cell {
  struct cell *next;
  int key;
};

static void insert(struct cell **place, int key) {
  struct cell *fresh = malloc(sizeof *fresh);
  while (*place && (*place)->key < key) place = &(*place)->next;
  fresh->key = key;
  fresh->next = *place;
  *place = fresh;
}

int main(void) {
  struct cell *list = NULL;
  for (int i = 0; i < COUNT; i++) {
    int key;
    klee_make_symbolic(&key, sizeof key, "key");
    insert(&list, key);
  }
  int count = 0;
  while (list) {
    struct cell *next = list->next;
    if (next) assert(list->key <= next->key);
    free(list);
    list = next;
    count++;
  }
  assert(count == COUNT);
  return 0;
}
