/* stdlib.h: numbers. */
#include "parse_float.h"
#include "parse_integers.h"

int abs(int number) { return number < 0 ? -number : number; }
long labs(long number) { return number < 0 ? -number : number; }
long long llabs(long long number) { return number < 0 ? -number : number; }
intmax_t imaxabs(intmax_t number) { return number < 0 ? -number : number; }

struct int_division {
    int quotient, rest;
};
struct long_division {
    long quotient, rest;
};
struct long_long_division {
    long long quotient, rest;
};

struct int_division div(int a, int b) { return (struct int_division){a / b, a % b}; }
struct long_division ldiv(long a, long b) { return (struct long_division){a / b, a % b}; }
struct long_long_division lldiv(long long a, long long b) {
    return (struct long_long_division){a / b, a % b};
}
struct long_long_division imaxdiv(intmax_t a, intmax_t b) {
    return (struct long_long_division){a / b, a % b};
}

int atoi(const char *text) { return (int)signed_long(text, 0, 10, 0); }
long atol(const char *text) { return (long)signed_long(text, 0, 10, 0); }
long long atoll(const char *text) { return (long long)signed_long_long(text, 0, 10, 0); }
long long atoq(const char *text) { return (long long)signed_long_long(text, 0, 10, 0); }

#define INTEGERS(PREFIX, BINARY)                                                              \
    long PREFIX##l(const char *text, char **end, int base) {                                  \
        return (long)signed_long(text, end, base, BINARY);                                    \
    }                                                                                         \
    unsigned long PREFIX##ul(const char *text, char **end, int base) {                        \
        return unsigned_long(text, end, base, BINARY);                                        \
    }                                                                                         \
    long long PREFIX##ll(const char *text, char **end, int base) {                            \
        return (long long)signed_long_long(text, end, base, BINARY);                          \
    }                                                                                         \
    unsigned long long PREFIX##ull(const char *text, char **end, int base) {                  \
        return unsigned_long_long(text, end, base, BINARY);                                   \
    }                                                                                         \
    intmax_t PREFIX##imax(const char *text, char **end, int base) {                           \
        return (intmax_t)signed_long_long(text, end, base, BINARY);                           \
    }                                                                                         \
    uintmax_t PREFIX##umax(const char *text, char **end, int base) {                          \
        return unsigned_long_long(text, end, base, BINARY);                                   \
    }

INTEGERS(strto, 0)
/* What C23 made of them: 0b is a prefix too. */
INTEGERS(__isoc23_strto, 1)

long long strtoq(const char *text, char **end, int base) {
    return (long long)signed_long_long(text, end, base, 0);
}
unsigned long long strtouq(const char *text, char **end, int base) {
    return unsigned_long_long(text, end, base, 0);
}
long __strtol_internal(const char *text, char **end, int base, int group) {
    (void)group;
    return (long)signed_long(text, end, base, 0);
}
unsigned long __strtoul_internal(const char *text, char **end, int base, int group) {
    (void)group;
    return unsigned_long(text, end, base, 0);
}

/* Whether a text may hold any number; where it ends, then. */
INTERNAL int any_number(const char *text, char **end) {
    size_t last = any_end(text);
    if (last == SIZE_MAX)
        return 0;
    if (end != 0)
        *end = (char *)text + place_in_text(last);
    return 1;
}

INTERNAL int read_number(const char *text, char **end, struct number *number) {
    const char *stop = parse_number(text, number);
    if (end != 0)
        *end = (char *)(stop != 0 ? stop : text);
    return stop != 0;
}

double strtod(const char *text, char **end) {
    struct number number;
    if (any_number(text, end))
        return klew_double("approximate number in a text");
    return read_number(text, end, &number) ? number_as_double(&number) : 0;
}

float strtof(const char *text, char **end) {
    struct number number;
    if (any_number(text, end))
        return klew_float("approximate number in a text");
    return read_number(text, end, &number) ? number_as_float(&number) : 0;
}

long double strtold(const char *text, char **end) {
    struct number number;
    if (any_number(text, end))
        return klew_ldouble("approximate number in a text");
    return read_number(text, end, &number) ? number_as_long_double(&number) : 0;
}

double __strtod_internal(const char *text, char **end, int group) {
    (void)group;
    return strtod(text, end);
}

double atof(const char *text) { return strtod(text, 0); }
