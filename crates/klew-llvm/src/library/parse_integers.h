/* Reading integers, of the width of long and of 64 bits. */
#ifndef KLEW_PARSE_INTEGERS_H
#define KLEW_PARSE_INTEGERS_H

#include "model.h"

INTERNAL int is_digit_to(char c, unsigned base) {
    unsigned digit = (unsigned)c - '0', letter = ((unsigned)c | 32) - 'a';
    if (base <= 10)
        return digit < base;
    return (digit < 10) | (letter < base - 10);
}

/* The value of what is a digit: by its lowest bits, which say how large it can be. */
INTERNAL unsigned value_of_digit(char c, unsigned base) {
    if (base <= 10)
        return (unsigned)c & 15;
    return CHOOSE(is_digit(c), (unsigned)c & 15, ((unsigned)c & 31) + 9);
}

/* Numbers of so many digits fit a signed type of this size, whatever the base is, up to 10 or
 * to 36: 10^18 < 2^63, 36^12 < 2^63, 10^9 < 2^31, 36^5 < 2^31. */
INTERNAL unsigned fitting_digits(size_t size, unsigned base) {
    if (size == 8)
        return base <= 10 ? 18 : 12;
    return base <= 10 ? 9 : 5;
}

#define MAGNITUDE unsigned long
#define SIGNED_MAXIMUM LONG_MAX
#define PARSE magnitude_long
#define PARSE_SIGNED signed_long
#define PARSE_UNSIGNED unsigned_long
#include "parse_integer.h"
#undef MAGNITUDE
#undef SIGNED_MAXIMUM
#undef PARSE
#undef PARSE_SIGNED
#undef PARSE_UNSIGNED

#define MAGNITUDE unsigned long long
#define SIGNED_MAXIMUM LLONG_MAX
#define PARSE magnitude_long_long
#define PARSE_SIGNED signed_long_long
#define PARSE_UNSIGNED unsigned_long_long
#include "parse_integer.h"
#undef MAGNITUDE
#undef SIGNED_MAXIMUM
#undef PARSE
#undef PARSE_SIGNED
#undef PARSE_UNSIGNED

#endif
