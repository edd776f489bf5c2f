// A cache of any size that knows which of its entries were used last: a search ends within its loop.
#include <klew.h>
#include <stdlib.h>
struct entry {
  int key;
  struct entry *next, *before;
};
static struct entry ring = {0, &ring, &ring};
static void leave(struct entry *entry) {
  entry->before->next = entry->next;
  entry->next->before = entry->before;
}
static void enter(struct entry *entry) {
  entry->next = ring.next;
  entry->before = &ring;
  ring.next->before = entry;
  ring.next = entry;
}
static struct entry *find(int key) {
  for (struct entry *entry = ring.next; entry != &ring; entry = entry->next) {
    if (entry->key == key) {
      return entry;
    }
  }
  return 0;
}
static void use(int key) {
  struct entry *entry = find(key);
  if (entry) {
    leave(entry);
  } else {
    entry = malloc(sizeof *entry);
    if (!entry) {
      abort();
    }
    entry->key = key;
  }
  enter(entry);
}
static void forget(void) {
  struct entry *last = ring.before;
  if (last != &ring) {
    leave(last);
    free(last);
  }
}
int main(void) {
  while (klew_bool("more")) {
    if (klew_bool("forget")) {
      forget();
    } else {
      use(klew_int("key"));
    }
  }
  while (ring.next != &ring) {
    struct entry *entry = ring.next;
    leave(entry);
    free(entry);
  }
  return 0;
}
