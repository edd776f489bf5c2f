/* Reading integers, of the width of long and of 64 bits. */
#ifndef KLEW_PARSE_INTEGERS_H
#define KLEW_PARSE_INTEGERS_H

#include "model.h"

/* 36 or more for what is no digit in any base. */
INTERNAL unsigned digit_value(char c) {
    unsigned digit = (unsigned)c - '0';
    unsigned letter = ((unsigned)c | 32) - 'a';
    return CHOOSE(digit < 10, digit, CHOOSE(letter < 26, letter + 10, 99));
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
