// Members of the elements of an array, each at an index of its own.
#include <klew.h>

struct entry {
  int key;
  short next;
};

static struct entry entries[50000];

int main(void) {
  int offset = klew_int("offset");
  klew_assume(offset >= 0 && offset < 10);
  for (int i = 0; i < 50000; i++) {
    entries[i].key = i + offset;
    entries[i].next = 7;
  }
  for (int i = 0; i < 50000; i++)
    klew_assert(entries[i].key == i + offset && entries[i].next == 7);
  return 0;
}
