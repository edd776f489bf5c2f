/* klee: */
#include "../../crates/klew/tests/programs-suites/c/utf8.c"
#include <klee/klee.h>

int main(void)
{
    struct source source;
    klee_make_symbolic(&source, sizeof source, "source");
    decode(&source);
    return 0;
}
