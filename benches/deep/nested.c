// Two loops, one in the other, whose turns are inputs; the product and the sum must be right.
#include <assert.h>
#include <klew.h>

static unsigned char line[8];

/* What stands behind a loop takes its time, too: every number of turns is one such digest. */
static unsigned digest(void) {
    unsigned sum = 0;
    for (int i = 0; i < 4096; i++)
        sum = sum * 31 + line[i & 7];
    return sum;
}

int main(void) {
    int rows = klew_int("rows"), columns = klew_int("columns");
    int cells = 0;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            line[column & 7] = (unsigned char)row;
            cells++;
        }
    if (digest() == 1) return 1;
    if (rows == 523 && columns == 289)
        assert(cells != 523 * 289); // expect: assertion
    return 0;
}
