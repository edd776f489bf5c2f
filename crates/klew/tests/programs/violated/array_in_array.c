// A row of a table is indexed beyond its end, which is the next row.
#include <klew.h>

static int table[3][4];

int main(void) {
  int column = klew_int("column");
  klew_assume(column >= 0 && column < 5);
  return table[1][column]; // expect: array-bounds
}
