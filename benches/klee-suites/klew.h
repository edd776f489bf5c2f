/* What programs take from klew.h, for KLEE. */
#ifndef KLEW_FOR_KLEE
#define KLEW_FOR_KLEE
#include <klee/klee.h>
static unsigned klew_uint(const char *name)
{
    unsigned value;
    klee_make_symbolic(&value, sizeof value, name);
    return value;
}
#endif
