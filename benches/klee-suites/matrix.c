/* klee: */
#include "../../crates/klew/tests/programs-suites/c/matrix.c"
#include <klee/klee.h>

int main(void)
{
    struct board board;
    unsigned row, column;
    char who;
    klee_make_symbolic(&board, sizeof board, "board");
    klee_make_symbolic(&row, sizeof row, "row");
    klee_make_symbolic(&column, sizeof column, "column");
    klee_make_symbolic(&who, sizeof who, "who");
    if (klee_range(0, 2, "which"))
        winner(&board);
    else
        place(&board, row, column, who);
    return 0;
}
