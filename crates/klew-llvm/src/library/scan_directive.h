/* The directives of scanf's formats. */
#ifndef KLEW_SCAN_DIRECTIVE_H
#define KLEW_SCAN_DIRECTIVE_H

#include "directive.h"

struct scan_directive {
    int suppressed;
    /* Most characters to take; INT_MAX if the format does not say. */
    int width;
    int length;
    char conversion;
    /* Of `%[`: the characters, and whether those are the ones that end it. */
    const char *set, *set_end;
    int inverted;
};

INTERNAL const char *parse_set(const char *s, struct scan_directive *directive) {
    directive->inverted = *s == '^';
    s += directive->inverted;
    directive->set = s;
    if (*s == ']')
        s++;
    while (*s != 0 && *s != ']')
        s++;
    directive->set_end = s;
    return *s == 0 ? s : s + 1;
}

/* Reads what follows a `%`. */
INTERNAL const char *parse_scan_directive(const char *s, struct scan_directive *directive) {
    *directive = (struct scan_directive){0};
    if (*s == '*') {
        directive->suppressed = 1;
        s++;
    }
    s = parse_count(s, &directive->width);
    if (directive->width == 0)
        directive->width = INT_MAX;
    s = parse_length(s, &directive->length);
    directive->conversion = *s;
    if (*s == 0)
        return s;
    s++;
    return directive->conversion == '[' ? parse_set(s, directive) : s;
}

/* Whether a character that is not 0 belongs to a set; no branch depends on the character. */
INTERNAL int in_set(const struct scan_directive *directive, char c) {
    unsigned char wanted = (unsigned char)c;
    int found = 0;
    for (const char *s = directive->set; s < directive->set_end; s++) {
        unsigned char first = (unsigned char)*s;
        if (s + 2 < directive->set_end && s[1] == '-') {
            found |= (first <= wanted) & (wanted <= (unsigned char)s[2]);
            s += 2;
        } else {
            found |= first == wanted;
        }
    }
    return found ^ directive->inverted;
}

/* The base of a conversion to an integer: 0 if the text says; -1 if it is none. */
INTERNAL int integer_base(char conversion) {
    switch (conversion) {
    case 'd':
    case 'u': return 10;
    case 'i': return 0;
    case 'o': return 8;
    case 'x':
    case 'X': return 16;
    default: return -1;
    }
}

INTERNAL int is_float_conversion(char conversion) {
    char letter = (char)to_lower(conversion);
    return (letter == 'a') | ((letter >= 'e') & (letter <= 'g'));
}

/* A value that so many characters can say, if it is less than the limit of its type, where it would wrap around. */
INTERNAL long long of_width(long long value, const struct scan_directive *directive, long long limit) {
    int base = integer_base(directive->conversion);
    if (directive->width > 15)
        return value;
    long long above = 1, below = 1;
    for (int i = 0; i < directive->width; i++) {
        below = above;
        above *= base == 0 ? 16 : base;
    }
    if (above <= limit)
        klew_assume((value < above) & (value > -below));
    return value;
}

#endif
