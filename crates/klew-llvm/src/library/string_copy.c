/* string.h: copying. Copies go byte by byte, so that a string that is too long for its buffer is found
 * at the byte that does not fit. memcpy and its like are known to klew itself. */
#include "model.h"

/* Copies a string with its end; gives the place of the end. */
INTERNAL char *copy_string(char *to, const char *from) {
    size_t end = any_end(from);
    if (end != SIZE_MAX) {
        size_t length = any_length(from, end);
        __builtin_memcpy(to, from, length);
        to[length] = 0;
        return to + length;
    }
    while (*from != 0)
        *to++ = *from++;
    *to = 0;
    return to;
}

char *strcpy(char *to, const char *from) {
    copy_string(to, from);
    return to;
}

char *stpcpy(char *to, const char *from) { return copy_string(to, from); }
char *__stpcpy(char *to, const char *from) { return copy_string(to, from); }

char *stpncpy(char *to, const char *from, size_t n) {
    size_t i = 0;
    for (; i < n && from[i] != 0; i++)
        to[i] = from[i];
    for (size_t rest = i; rest < n; rest++)
        to[rest] = 0;
    return to + i;
}

char *__stpncpy(char *to, const char *from, size_t n) { return stpncpy(to, from, n); }

char *strncpy(char *to, const char *from, size_t n) {
    size_t i = 0, end = any_end(from);
    if (end != SIZE_MAX && n > 0) {
        size_t length = any_length(from, end);
        klew_input_bytes(to, n, "approximate copy of a text");
        if (length < n)
            to[length] = 0;
        return to;
    }
    for (; i < n && from[i] != 0; i++)
        to[i] = from[i];
    for (; i < n; i++)
        to[i] = 0;
    return to;
}

char *strcat(char *to, const char *from) {
    copy_string(to + length_of(to), from);
    return to;
}

INTERNAL void append(char *to, const char *from, size_t n) {
    to += length_of(to);
    size_t i = 0;
    if (any_end(from) != SIZE_MAX) {
        i = bounded_length(from, n);
        __builtin_memcpy(to, from, i);
        to[i] = 0;
        return;
    }
    for (; i < n && from[i] != 0; i++)
        to[i] = from[i];
    to[i] = 0;
}

char *strncat(char *to, const char *from, size_t n) {
    append(to, from, n);
    return to;
}

size_t strlcpy(char *to, const char *from, size_t size) {
    size_t i = 0, end = any_end(from);
    if (end != SIZE_MAX) {
        size_t length = any_length(from, end);
        if (size == 0)
            return length;
        size_t taken = size - 1;
        if (length < taken)
            taken = length;
        __builtin_memcpy(to, from, taken);
        to[taken] = 0;
        return length;
    }
    for (; from[i] != 0; i++)
        if (i + 1 < size)
            to[i] = from[i];
    if (size > 0)
        to[i < size ? i : size - 1] = 0;
    return i;
}

size_t strlcat(char *to, const char *from, size_t size) {
    size_t used = bounded_length(to, size);
    return used + (used == size ? length_of(from) : strlcpy(to + used, from, size - used));
}

/* Copies up to and including the first such byte; null if there is none. */
void *memccpy(void *target, const void *source, int c, size_t n) {
    unsigned char *to = target;
    const unsigned char *from = source;
    for (size_t i = 0; i < n; i++) {
        to[i] = from[i];
        if (from[i] == (unsigned char)c)
            return to + i + 1;
    }
    return 0;
}

/* In the C locale strings are ordered by their bytes. */
size_t strxfrm(char *to, const char *from, size_t n) {
    size_t i = 0;
    for (; from[i] != 0; i++)
        if (i < n)
            to[i] = from[i];
    if (i < n)
        to[i] = 0;
    return i;
}

INTERNAL char *duplicate(const char *s, size_t length) {
    char *copy = malloc(length + 1);
    if (copy == 0)
        return 0;
    __builtin_memcpy(copy, s, length);
    copy[length] = 0;
    return copy;
}

char *strdup(const char *s) { return duplicate(s, length_of(s)); }
char *__strdup(const char *s) { return duplicate(s, length_of(s)); }
char *strndup(const char *s, size_t n) { return duplicate(s, bounded_length(s, n)); }
char *__strndup(const char *s, size_t n) { return duplicate(s, bounded_length(s, n)); }

void swab(const void *source, void *target, ptrdiff_t n) {
    const char *from = source;
    char *to = target;
    for (ptrdiff_t i = 0; i + 1 < n; i += 2) {
        char first = from[i];
        to[i] = from[i + 1];
        to[i + 1] = first;
    }
}

/* Fortified variants: what the compiler knows of the size of the target is checked first. */

INTERNAL void demand(size_t needed, size_t size) {
    if (needed > size)
        __chk_fail();
}

char *__strcpy_chk(char *to, const char *from, size_t size) {
    demand(length_of(from) + 1, size);
    return strcpy(to, from);
}

char *__stpcpy_chk(char *to, const char *from, size_t size) {
    demand(length_of(from) + 1, size);
    return copy_string(to, from);
}

char *__strncpy_chk(char *to, const char *from, size_t n, size_t size) {
    demand(n, size);
    return strncpy(to, from, n);
}

char *__stpncpy_chk(char *to, const char *from, size_t n, size_t size) {
    demand(n, size);
    return stpncpy(to, from, n);
}

char *__strcat_chk(char *to, const char *from, size_t size) {
    demand(length_of(to) + length_of(from) + 1, size);
    return strcat(to, from);
}

char *__strncat_chk(char *to, const char *from, size_t n, size_t size) {
    demand(length_of(to) + bounded_length(from, n) + 1, size);
    append(to, from, n);
    return to;
}

size_t __strlcpy_chk(char *to, const char *from, size_t n, size_t size) {
    demand(n, size);
    return strlcpy(to, from, n);
}

size_t __strlcat_chk(char *to, const char *from, size_t n, size_t size) {
    demand(n, size);
    return strlcat(to, from, n);
}
