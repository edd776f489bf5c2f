// Two loops, one in the other, whose turns are inputs; the product and the sum must be right.
#include <assert.h>
#include <klew.h>

int main(void) {
    int rows = klew_int("rows"), columns = klew_int("columns");
    int cells = 0;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            cells++;
    if (rows == 523 && columns == 289)
        assert(cells != 523 * 289); // expect: assertion
    return 0;
}
