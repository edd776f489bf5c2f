// options: --engine random --property reach-error
// Where a function is declared with a shorter parameter than it has, the rest of it is anything. Random runs take it for zero, and are many.
#include <klew.h>

extern void *malloc(unsigned);
extern void abort(void);
extern void reach_error(void);

int main(void) {
    int rows = klew_int("rows");
    if (rows < 2 || rows > 1000)
        return 0;
    int **table = malloc((unsigned)rows * sizeof *table);
    for (int row = 0; row < rows; row++)
        table[row] = malloc(8);
    for (int row = 0; row < rows; row++)
        table[row][1] = klew_int("cell");
    if (rows > 20 && table[rows - 2][1] == table[rows - 1][1] + 1)
        reach_error(); // expect: reach-error
    return 0;
}
