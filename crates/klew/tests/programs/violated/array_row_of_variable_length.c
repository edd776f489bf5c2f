// The first row of an array of variable length begins where the array does, and ends before it.
#include <klew.h>

int main(void) {
  int rows = klew_int("rows"), column = klew_int("column");
  klew_assume(rows == 2 && column >= 0 && column < 5);
  int table[rows][4];
  for (int row = 0; row < rows; row++)
    for (int i = 0; i < 4; i++)
      table[row][i] = 0;
  return (*table)[column]; // expect: array-bounds
}
