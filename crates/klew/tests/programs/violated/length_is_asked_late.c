// Whether the rows are long enough is asked behind all loops that go by their length.
// options: --property assertion
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int rows = __VERIFIER_nondet_int();
    int columns = __VERIFIER_nondet_int();
    int count = __VERIFIER_nondet_int();
    if (rows < 1 || columns < 1 || count < 1 || rows > 1000 || columns > 1000 || count > 1000000)
        return 0;
    int *message = malloc(count * sizeof *message);
    for (int i = 0; i < count; i++)
        message[i] = __VERIFIER_nondet_int();
    int **table = malloc(rows * sizeof *table);
    for (int row = 0; row < rows; row++)
        table[row] = calloc(columns, sizeof **table);
    int used = 0;
    for (int at = 0; at + columns < count && used < rows; at += columns + 1, used++) {
        int row = message[at];
        if (row < 0 || row >= rows)
            return 1;
        for (int column = 0; column < columns; column++)
            table[row][column] = message[at + 1 + column];
    }
    assert(!(used < rows && table[used][0] != 0 && columns > 17)); // expect: assertion
    return 0;
}
