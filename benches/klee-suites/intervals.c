/* klee: */
#include "../../crates/klew/tests/programs-suites/c/intervals.c"
#include <klee/klee.h>

int main(void)
{
    struct set set;
    struct interval one, other, result;
    int number;
    klee_make_symbolic(&set, sizeof set, "set");
    klee_make_symbolic(&one, sizeof one, "one");
    klee_make_symbolic(&other, sizeof other, "other");
    klee_make_symbolic(&number, sizeof number, "number");
    switch (klee_range(0, 3, "which")) {
    case 0: contains(&set, number); break;
    case 1: join(&one, &other, &result); break;
    default: kind(one, other);
    }
    return 0;
}
