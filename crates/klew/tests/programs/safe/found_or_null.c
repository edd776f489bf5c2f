// options: --engine horn
// What gives a place or null is asked which, and used: in a constant text, and in a table.
#include <assert.h>
#include <stdio.h>
#include <string.h>

struct room {
  int number, guests;
};

static struct room rooms[6];
static const char kinds[] = "?abcdef";

static struct room *find(int number) {
  for (int i = 0; i < 6; i++) {
    if (rooms[i].number == number) return &rooms[i];
  }
  return NULL;
}

int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    const char *kind = strchr(kinds, c);
    if (kind == NULL || c == 0) continue;
    assert(kind - kinds < 7);
    struct room *room = find(c);
    if (room != NULL) {
      room->guests = 1;
    } else {
      room = find(0);
      if (room) room->number = c;
    }
  }
  return 0;
}
