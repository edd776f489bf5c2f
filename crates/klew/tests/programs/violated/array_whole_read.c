// An array that is an object of its own needs no check of the index: the access is one.
#include <klew.h>

static int table[4];

int main(void) {
  int index = klew_int("index");
  klew_assume(index >= 0 && index < 5);
  return table[index]; // expect: valid-deref
}
