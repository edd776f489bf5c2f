// benches/deep/header.c for KLEE: twenty bytes of standard input.
#include <klee/klee.h>
#include <stdio.h>

static int symbolic_byte(void)
{
    unsigned char byte;
    klee_make_symbolic(&byte, sizeof byte, "stdin");
    return byte;
}

#undef getchar
#define getchar symbolic_byte
#include "../deep/header.c"
