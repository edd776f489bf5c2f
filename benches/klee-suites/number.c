/* klee: */
#include "../../crates/klew/tests/programs-suites/c/number.c"
#include <klee/klee.h>

int main(void)
{
    struct number number;
    klee_make_symbolic(&number, sizeof number, "number");
    read_number(&number);
    return 0;
}
