/* Floating-point numbers as text, for sprintf.
 *
 * Exact for %f of numbers below 2^63 that are multiples of 2^-60 (all from 2^-7 up to 2^63) and for
 * %g of integers. Otherwise the characters are arbitrary ones that such a text can have, and its
 * length is exact (%f below 2^63, %e apart from the digits of its exponent) or within the bounds
 * that each function states. */
#ifndef KLEW_FORMAT_FLOAT_H
#define KLEW_FORMAT_FLOAT_H

#include "directive.h"

enum { FLOAT_TEXT = 400, MAXIMUM_PRECISION = 64 };

/* The text after the sign: its characters, and how many zeros follow them. */
struct float_text {
    char text[FLOAT_TEXT];
    int size;
    int zeros;
};

INTERNAL void put_text(struct float_text *to, char c) { to->text[to->size++] = c; }

/* Decimal digits of a number, without leading zeros but at least one. */
INTERNAL void put_integer(struct float_text *to, uint64_t number) {
    char digits[20];
    int count = 0;
    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    while (count > 0)
        put_text(to, digits[--count]);
}

INTERNAL void put_unknown(struct float_text *to, int count, int low, int high) {
    for (int i = 0; i < count; i++)
        put_text(to, (char)klew_range(low, high + 1, "approximate digit of a formatted number"));
}

INTERNAL int is_multiple_of_2_to_minus_60(double fraction) {
    double scaled = fraction * 0x1p60;
    return __builtin_trunc(scaled) == scaled;
}

/* Rounds half to even. */
INTERNAL void put_exact(struct float_text *to, double magnitude, int precision, int alternate) {
    const uint64_t one = 1ULL << 60;
    uint64_t whole = (uint64_t)magnitude;
    uint64_t rest = (uint64_t)((magnitude - (double)whole) * 0x1p60);
    char digits[MAXIMUM_PRECISION];
    int count = precision < MAXIMUM_PRECISION ? precision : MAXIMUM_PRECISION;
    for (int i = 0; i < count; i++) {
        rest *= 10;
        digits[i] = (char)(rest >> 60);
        rest &= one - 1;
    }
    unsigned last = count > 0 ? (unsigned)digits[count - 1] : (unsigned)(whole & 1);
    unsigned carry = (rest > one / 2) | ((rest == one / 2) & (last & 1));
    for (int i = count - 1; i >= 0; i--) {
        unsigned digit = (unsigned)digits[i] + carry;
        carry = digit == 10;
        digits[i] = (char)(digit - 10 * carry);
    }
    put_integer(to, whole + carry);
    if ((precision > 0) | alternate)
        put_text(to, '.');
    for (int i = 0; i < count; i++)
        put_text(to, (char)('0' + digits[i]));
    to->zeros = precision - count;
}

INTERNAL void put_fixed(struct float_text *to, double magnitude, int precision, int alternate) {
    int small = magnitude < 0x1p63;
    if (small && is_multiple_of_2_to_minus_60(magnitude - __builtin_trunc(magnitude))) {
        put_exact(to, magnitude, precision, alternate);
        return;
    }
    if (precision > MAXIMUM_PRECISION) {
        klew_unsupported_directive_of_printf_or_scanf();
        precision = MAXIMUM_PRECISION;
    }
    /* Numbers that are no multiples of 2^-60 are below 2^-7. */
    if (small)
        put_text(to, '0');
    else
        put_unknown(to, klew_range(19, 310, "approximate length of a formatted number"), '0', '9');
    if ((precision > 0) | alternate)
        put_text(to, '.');
    put_unknown(to, precision, '0', '9');
}

/* The exponent has two digits, or three. */
INTERNAL void put_scientific(struct float_text *to, double magnitude, int precision, int alternate,
                             char letter) {
    int zero = magnitude == 0;
    int high = zero ? '0' : '9';
    if (precision > 300) {
        klew_unsupported_directive_of_printf_or_scanf();
        precision = 300;
    }
    put_unknown(to, 1, zero ? '0' : '1', high);
    if ((precision > 0) | alternate)
        put_text(to, '.');
    put_unknown(to, precision, '0', high);
    put_text(to, letter);
    put_text(to, zero || klew_bool("approximate sign of a formatted exponent") ? '+' : '-');
    int usual = zero || ((magnitude > 1e-98) & (magnitude < 1e98));
    put_unknown(to, usual || klew_bool("approximate length of a formatted exponent") ? 2 : 3, '0', high);
}

/* One to precision + 7 characters between '+' and 'e'. */
INTERNAL void put_general(struct float_text *to, double magnitude, int precision, int alternate) {
    if (precision > 300) {
        klew_unsupported_directive_of_printf_or_scanf();
        precision = 300;
    }
    precision = precision == 0 ? 1 : precision;
    double limit = 1;
    for (int i = 0; i < precision && i < 15; i++)
        limit *= 10;
    if (!alternate && (magnitude < limit) && __builtin_trunc(magnitude) == magnitude) {
        put_integer(to, (uint64_t)magnitude);
        return;
    }
    put_unknown(to, klew_range(1, precision + 8, "approximate length of a formatted number"), '+', 'e');
}

INTERNAL void put_word(struct float_text *to, const char *word, int upper) {
    for (; *word != 0; word++)
        put_text(to, (char)(upper ? *word - 32 : *word));
}

/* The text of a magnitude; whether it is one of a finite number. */
INTERNAL int format_magnitude(struct float_text *to, double magnitude,
                              const struct directive *directive) {
    char letter = (char)to_lower(directive->conversion);
    int upper = letter != directive->conversion;
    int precision = directive->precision < 0 ? 6 : directive->precision;
    to->size = 0;
    to->zeros = 0;
    if (magnitude != magnitude) {
        put_word(to, "nan", upper);
        return 0;
    }
    if (magnitude == __builtin_inf()) {
        put_word(to, "inf", upper);
        return 0;
    }
    switch (letter) {
    case 'f': put_fixed(to, magnitude, precision, directive->alternate); break;
    case 'e': put_scientific(to, magnitude, precision, directive->alternate, upper ? 'E' : 'e'); break;
    case 'g': put_general(to, magnitude, precision, directive->alternate); break;
    default: {
        /* A digit, a point, 13 or the given number of digits, and `p-1022`; `0x` is a prefix. */
        int digits = directive->precision < 13 ? 13 : directive->precision;
        if (digits > 300) {
            klew_unsupported_directive_of_printf_or_scanf();
            digits = 300;
        }
        put_unknown(to, klew_range(4, digits + 9, "approximate length of a formatted number"), '+', 'p');
    }
    }
    return 1;
}

#endif
