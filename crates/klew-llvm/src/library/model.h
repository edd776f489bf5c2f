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
/* Whether the engine looks for what was never written (known to klew). It may always say yes: what is done otherwise may be more. */
_Bool klew_asks_for_unwritten(void);
/* As klew_input_bytes, but of these bytes only the first `taken` become inputs; behind them is what was there (known to klew). */
void klew_input_some(void *bytes, size_t size, size_t taken, const char *name);
/* How many bytes from a place on end with one that the engine knows to be 0, where it looks for proofs about texts of any length; SIZE_MAX
 * if it knows none, as it may always say (known to klew). What is done otherwise may be more than what the text can do, and not less. */
size_t klew_text_end(const char *text);
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

/* Whether texts may have any length: models then do with them what any text could do. */
#define TEXTS_ARE_ANY() (klew_text_end("") == 0)

/* The length of a text whose characters are known; SIZE_MAX if one is not. */
INTERNAL size_t known_length(const char *s) {
    for (size_t n = 0;; n++) {
        if (!klew_is_known(s[n]))
            return SIZE_MAX;
        if (s[n] == 0)
            return n;
    }
}

/* An end of a text that may be the first one or not; SIZE_MAX if none is known, or if the text is. */
INTERNAL size_t any_end(const char *s) {
    size_t end = klew_text_end(s);
    if (end == SIZE_MAX)
        return SIZE_MAX;
    return klew_is_known((int)end) && known_length(s) != SIZE_MAX ? SIZE_MAX : end;
}

/* A place in a text up to an end of it. */
INTERNAL size_t place_in_text(size_t end) {
    size_t place = klew_size("approximate place in a text");
    klew_assume(place <= end);
    return place;
}

/* Some text becomes an input, that ends somewhere in a buffer. Behind the end is what was there, where that matters. */
#define INPUT_TEXT(to, size, name)                                                                  \
    do {                                                                                            \
        size_t taken = (size);                                                                      \
        if (klew_asks_for_unwritten()) {                                                            \
            taken = klew_size("bytes of " name);                                                    \
            klew_assume((taken > 0) & (taken <= (size)));                                           \
        }                                                                                           \
        klew_input_some(to, size, taken, name);                                                     \
        klew_assume((to)[taken - 1] == 0);                                                          \
    } while (0)

/* Where a text ends for the first time, or later. */
INTERNAL size_t any_length(const char *s, size_t end) {
    size_t length = place_in_text(end);
    klew_assume(s[length] == 0);
    return length;
}

/* Whether what two texts are to each other may be anything. */
INTERNAL _Bool any_pair(const char *a, const char *b) {
    if (klew_text_end(a) == SIZE_MAX || klew_text_end(b) == SIZE_MAX)
        return 0;
    return any_end(a) != SIZE_MAX || any_end(b) != SIZE_MAX;
}

INTERNAL size_t length_of(const char *s) {
    size_t n = 0, end = any_end(s);
    if (end != SIZE_MAX)
        return any_length(s, end);
    while (s[n] != 0)
        n++;
    return n;
}

INTERNAL size_t bounded_length(const char *s, size_t limit) {
    size_t n = 0, end = any_end(s);
    if (end != SIZE_MAX) {
        n = place_in_text(end);
        klew_assume(n <= limit);
        if (n < limit)
            klew_assume(s[n] == 0);
        return n;
    }
    while (n < limit && s[n] != 0)
        n++;
    return n;
}

#endif
