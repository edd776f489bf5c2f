// The address of an element two behind the last one is computed, and nothing is read there.
#include <klew.h>

static int table[4];

int main(void) {
  int index = klew_int("index");
  klew_assume(index >= 0 && index < 6);
  int *behind = &table[index]; // expect: array-bounds
  return behind == table;
}
