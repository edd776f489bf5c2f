/* What the models share: types, inputs, and the few tricks that keep execution on one path.
 *
 * Models are written to be executed symbolically: byte loops, one branch per step, conditions joined
 * with `&` and `|` rather than `&&` and `||` where both sides can be evaluated, no undefined
 * behaviour on valid input. Invalid input is found by the checks on their accesses. A model calls other
 * public functions only where it is another name or variant of them, and to allocate: a program may
 * define functions of these names for itself.
 *
 * What a model cannot compute is an input whose name starts with `approximate`: a finding that depends on it
 * counts only if a compiled program shows it. Inputs of other names are what the program's surroundings may
 * really give. */
#ifndef KLEW_MODEL_H
#define KLEW_MODEL_H

#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "../../include/klew.h"

#define INTERNAL static __attribute__((unused))

/* One of two unsigned numbers without a branch; the condition is 0 or 1. */
#define MASK(condition) (-(unsigned)(condition))
#define CHOOSE(condition, yes, no) \
    (((unsigned)(yes) & MASK(condition)) | ((unsigned)(no) & ~MASK(condition)))

/* Values of glibc on Linux. */
enum {
    MODEL_ENOENT = 2,
    MODEL_EINTR = 4,
    MODEL_EBADF = 9,
    MODEL_EAGAIN = 11,
    MODEL_ENOMEM = 12,
    MODEL_EACCES = 13,
    MODEL_EEXIST = 17,
    MODEL_EINVAL = 22,
    MODEL_ENOTTY = 25,
    MODEL_ESPIPE = 29,
    MODEL_ERANGE = 34,
    MODEL_EOVERFLOW = 75,
    MODEL_EILSEQ = 84,
};

int *__errno_location(void);
void *malloc(size_t size);
void *realloc(void *old, size_t size);
void free(void *object);

/* Whether the engine knows a value (known to klew). It may always say no: both ways must come to the same. */
_Bool klew_is_known(int value);
/* Reports unless these bytes can be read (known to klew). */
void klee_check_memory_access(const void *address, size_t size);
/* What fortified functions do when the size that the compiler knows is exceeded (known to klew). */
__attribute__((noreturn)) void __chk_fail(void);

/* Some error happened, whose number is an input; gives -1. */
#define FAIL_SOMEHOW(name) (*__errno_location() = klew_range(1, 134, name), -1)

INTERNAL int is_space(int c) { return (c == ' ') | ((unsigned)c - '\t' < 5); }

INTERNAL int is_digit(int c) { return (unsigned)c - '0' < 10; }

/* The lower-case letter of an ASCII letter; other characters unchanged. */
INTERNAL int to_lower(int c) { return c + (((unsigned)c - 'A' < 26) << 5); }

INTERNAL size_t length_of(const char *s) {
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

INTERNAL size_t bounded_length(const char *s, size_t limit) {
    size_t n = 0;
    while (n < limit && s[n] != 0)
        n++;
    return n;
}

#endif
