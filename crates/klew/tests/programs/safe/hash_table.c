/* Entries in buckets that the input chooses; their handles lie within them, the table is found through the
   first entry. */
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

struct bucket {
  struct handle *head;
  unsigned count;
};
struct table {
  struct bucket *buckets;
  unsigned mask;
};
struct handle {
  struct table *table;
  struct entry *before, *after;
  struct handle *previous, *next;
  const void *key;
  unsigned length, hash;
};
struct entry {
  unsigned char key;
  struct handle handle;
};

static struct entry *entry_of(struct handle *handle) {
  return (struct entry *)((char *)handle - offsetof(struct entry, handle));
}

int main(void) {
  struct entry *entries[2], *first = NULL, *found = NULL;
  for (int i = 0; i < 2; i++) {
    struct entry *entry = entries[i] = malloc(sizeof *entry);
    entry->key = __VERIFIER_nondet_uchar();
    entry->handle.hash = entry->key;
    entry->handle.key = &entry->key;
    entry->handle.length = 1;
    if (!first) {
      entry->handle.table = malloc(sizeof(struct table));
      entry->handle.table->mask = 7;
      entry->handle.table->buckets = malloc(8 * sizeof(struct bucket));
      memset(entry->handle.table->buckets, 0, 8 * sizeof(struct bucket));
      first = entry;
    } else {
      entry->handle.table = first->handle.table;
    }
    struct table *table = first->handle.table;
    struct bucket *bucket = &table->buckets[entry->handle.hash & table->mask];
    entry->handle.next = bucket->head;
    entry->handle.previous = NULL;
    if (bucket->head) bucket->head->previous = &entry->handle;
    bucket->head = &entry->handle;
    bucket->count++;
  }
  struct table *table = first->handle.table;
  struct handle *handle = table->buckets[first->key & table->mask].head;
  while (handle && !found) {
    if (handle->length == 1 && *(const unsigned char *)handle->key == first->key) found = entry_of(handle);
    handle = handle->next;
  }
  assert(found && found->key == first->key);
  free(table->buckets);
  free(table);
  free(entries[0]);
  free(entries[1]);
  return 0;
}
