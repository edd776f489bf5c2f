// benches/deep/keys.c for KLEE: one argument of at most seven bytes.
#include <klee/klee.h>

#define main program
#include "../deep/keys.c"
#undef main

int main(void)
{
    char argument[8];
    klee_make_symbolic(argument, sizeof argument, "argument");
    klee_assume(argument[7] == 0);
    char *arguments[] = {"keys", argument, 0};
    return program(2, arguments);
}
