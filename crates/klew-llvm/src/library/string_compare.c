/* string.h: lengths, comparing and searching. */
#include "model.h"

size_t strlen(const char *s) { return length_of(s); }

size_t strnlen(const char *s, size_t limit) { return bounded_length(s, limit); }

/* All bytes are read, as the standard allows, so that the result is one expression: from the back,
 * so that the first difference wins. */
int memcmp(const void *left, const void *right, size_t n) {
    const unsigned char *a = left, *b = right;
    unsigned result = 0;
    for (size_t i = n; i > 0; i--) {
        unsigned difference = (unsigned)a[i - 1] - (unsigned)b[i - 1];
        result = CHOOSE(difference != 0, difference, result);
    }
    return (int)result;
}

int bcmp(const void *left, const void *right, size_t n) {
    const unsigned char *a = left, *b = right;
    unsigned different = 0;
    for (size_t i = 0; i < n; i++)
        different |= (unsigned)(a[i] ^ b[i]);
    return different != 0;
}

int __memcmpeq(const void *left, const void *right, size_t n) { return bcmp(left, right, n); }

INTERNAL int compare(const char *left, const char *right, size_t limit) {
    const unsigned char *a = (const unsigned char *)left, *b = (const unsigned char *)right;
    if (any_pair(left, right))
        return klew_int("approximate order of texts");
    for (size_t i = 0; i < limit; i++)
        if ((a[i] != b[i]) | (a[i] == 0))
            return (int)a[i] - (int)b[i];
    return 0;
}

INTERNAL int compare_folded(const char *left, const char *right, size_t limit) {
    const unsigned char *a = (const unsigned char *)left, *b = (const unsigned char *)right;
    if (any_pair(left, right))
        return klew_int("approximate order of texts");
    for (size_t i = 0; i < limit; i++) {
        int x = to_lower(a[i]), y = to_lower(b[i]);
        if ((x != y) | (x == 0))
            return x - y;
    }
    return 0;
}

int strcmp(const char *a, const char *b) { return compare(a, b, SIZE_MAX); }
int strncmp(const char *a, const char *b, size_t limit) { return compare(a, b, limit); }
int strcoll(const char *a, const char *b) { return compare(a, b, SIZE_MAX); }
int strcasecmp(const char *a, const char *b) { return compare_folded(a, b, SIZE_MAX); }
int strncasecmp(const char *a, const char *b, size_t limit) { return compare_folded(a, b, limit); }

void *memchr(const void *bytes, int c, size_t n) {
    const unsigned char *s = bytes;
    for (size_t i = 0; i < n; i++)
        if (s[i] == (unsigned char)c)
            return (void *)(s + i);
    return 0;
}

void *memrchr(const void *bytes, int c, size_t n) {
    const unsigned char *s = bytes;
    for (size_t i = n; i > 0; i--)
        if (s[i - 1] == (unsigned char)c)
            return (void *)(s + i - 1);
    return 0;
}

void *rawmemchr(const void *bytes, int c) {
    const unsigned char *s = bytes;
    while (*s != (unsigned char)c)
        s++;
    return (void *)s;
}

void *__rawmemchr(const void *bytes, int c) { return rawmemchr(bytes, c); }

void *memmem(const void *bytes, size_t size, const void *part, size_t part_size) {
    const unsigned char *s = bytes, *p = part;
    if (part_size > size)
        return 0;
    for (size_t i = 0; i <= size - part_size; i++) {
        size_t j = 0;
        while (j < part_size && s[i + j] == p[j])
            j++;
        if (j == part_size)
            return (void *)(s + i);
    }
    return 0;
}

/* Where a character that is not known first stands in a known text of that length, or its end: as a value, on one path,
 * for programs mostly ask whether there is one (a set of characters) or compute with the place (an alphabet of digits). */
INTERNAL size_t place_in_known(const char *s, size_t length, char c) {
    unsigned place = (unsigned)length;
    for (size_t i = length; i > 0; i--)
        place = CHOOSE(s[i - 1] == c, i - 1, place);
    return place;
}

/* As strchrnul. */
INTERNAL size_t any_place_of(const char *s, size_t end, char c) {
    size_t place = place_in_text(end);
    klew_assume((s[place] == c) | (s[place] == 0));
    return place;
}

char *strchrnul(const char *s, int c) {
    size_t end = any_end(s);
    if (end != SIZE_MAX)
        return (char *)s + any_place_of(s, end, (char)c);
    size_t length = klew_is_known((char)c) ? SIZE_MAX : known_length(s);
    if (length != SIZE_MAX)
        return (char *)s + place_in_known(s, length, (char)c);
    while ((*s != 0) & (*s != (char)c))
        s++;
    return (char *)s;
}

char *__strchrnul(const char *s, int c) { return strchrnul(s, c); }

char *strchr(const char *s, int c) {
    size_t end = any_end(s);
    if (end != SIZE_MAX) {
        size_t place = any_place_of(s, end, (char)c);
        return s[place] == (char)c ? (char *)s + place : 0;
    }
    size_t length = klew_is_known((char)c) ? SIZE_MAX : known_length(s);
    if (length != SIZE_MAX) {
        size_t place = place_in_known(s, length, (char)c);
        return (place == length) & ((char)c != 0) ? 0 : (char *)s + place;
    }
    while ((*s != 0) & (*s != (char)c))
        s++;
    return *s == (char)c ? (char *)s : 0;
}

char *index(const char *s, int c) { return strchr(s, c); }

/* From the back: one branch per byte up to the last occurrence. */
char *strrchr(const char *s, int c) {
    size_t end = any_end(s);
    if (end != SIZE_MAX) {
        size_t place = any_place_of(s, end, (char)c);
        return s[place] == (char)c ? (char *)s + place : 0;
    }
    for (size_t i = length_of(s) + 1; i > 0; i--)
        if (s[i - 1] == (char)c)
            return (char *)(s + i - 1);
    return 0;
}

char *rindex(const char *s, int c) { return strrchr(s, c); }

/* Null, or some place in a text. */
INTERNAL char *any_place_or_none(const char *s) {
    if (klew_bool("approximate search in a text"))
        return 0;
    return (char *)s + place_in_text(klew_text_end(s));
}

char *strstr(const char *s, const char *part) {
    if (any_pair(s, part))
        return any_place_or_none(s);
    for (;; s++) {
        size_t j = 0;
        while ((part[j] != 0) && (s[j] == part[j]))
            j++;
        if (part[j] == 0)
            return (char *)s;
        if (*s == 0)
            return 0;
    }
}

char *strcasestr(const char *s, const char *part) {
    if (any_pair(s, part))
        return any_place_or_none(s);
    for (;; s++) {
        size_t j = 0;
        while ((part[j] != 0) &&
               (to_lower((unsigned char)s[j]) == to_lower((unsigned char)part[j])))
            j++;
        if (part[j] == 0)
            return (char *)s;
        if (*s == 0)
            return 0;
    }
}

/* Whether a string has that character, which is not 0; no branch depends on the character. */
INTERNAL int has(const char *set, char c) {
    int found = 0;
    for (; *set != 0; set++)
        found |= *set == c;
    return found;
}

INTERNAL size_t span(const char *s, const char *set) {
    if (any_pair(s, set))
        return place_in_text(klew_text_end(s));
    size_t n = 0;
    while ((s[n] != 0) && has(set, s[n]))
        n++;
    return n;
}

INTERNAL size_t span_without(const char *s, const char *set) {
    if (any_pair(s, set))
        return place_in_text(klew_text_end(s));
    size_t n = 0;
    while ((s[n] != 0) && !has(set, s[n]))
        n++;
    return n;
}

size_t strspn(const char *s, const char *set) { return span(s, set); }
size_t strcspn(const char *s, const char *set) { return span_without(s, set); }

char *strpbrk(const char *s, const char *set) {
    if (any_pair(s, set))
        return any_place_or_none(s);
    while ((*s != 0) && !has(set, *s))
        s++;
    return *s != 0 ? (char *)s : 0;
}

/* Splits at characters of the set, skipping empty pieces. Where no text was given before, the C library reads at null, too. */
INTERNAL char *token(char *s, const char *set, char **rest) {
    if (s == 0)
        s = *rest;
    s += span(s, set);
    if (*s == 0) {
        *rest = s;
        return 0;
    }
    char *start = s;
    s += span_without(s, set);
    *rest = s;
    if (*s != 0) {
        *s = 0;
        *rest = s + 1;
    }
    return start;
}

static char *token_rest;

char *strtok(char *s, const char *set) { return token(s, set, &token_rest); }
char *strtok_r(char *s, const char *set, char **rest) { return token(s, set, rest); }
char *__strtok_r(char *s, const char *set, char **rest) { return token(s, set, rest); }

char *strsep(char **place, const char *set) {
    char *start = *place;
    if (start == 0)
        return 0;
    char *s = start + span_without(start, set);
    if (*s != 0) {
        *s = 0;
        *place = s + 1;
    } else {
        *place = 0;
    }
    return start;
}

/* The number of the lowest bit that is 1, from 1; 0 if none. */
int ffs(int number) { return number == 0 ? 0 : __builtin_ctz((unsigned)number) + 1; }
int ffsl(long number) { return number == 0 ? 0 : __builtin_ctzl((unsigned long)number) + 1; }
int ffsll(long long number) {
    return number == 0 ? 0 : __builtin_ctzll((unsigned long long)number) + 1;
}
