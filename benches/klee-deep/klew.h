/* What programs of benches/deep take from klew.h, for KLEE. */
#ifndef KLEW_FOR_KLEE
#define KLEW_FOR_KLEE
#include <klee/klee.h>

#define INPUT(type, kind)                                \
    static inline type klew_##kind(const char *name)     \
    {                                                    \
        type value;                                      \
        klee_make_symbolic(&value, sizeof value, name);  \
        return value;                                    \
    }

INPUT(int, int)
INPUT(unsigned, uint)
INPUT(unsigned char, uchar)

static inline _Bool klew_bool(const char *name) { return klew_uchar(name) & 1; }

static inline void klew_assume(_Bool condition) { klee_assume(condition); }
#endif
