/* The floating-point number that a text starts with.
 *
 * Up to 15 decimal (13 hexadecimal) digits with a small exponent are converted exactly: both mantissa
 * and power are doubles then, and one operation rounds once (W. Clinger, "How to read floating point
 * numbers accurately", PLDI 1990, section 3). Of other texts the result is an arbitrary number between
 * two bounds that hold for the exact one. */
#ifndef KLEW_PARSE_FLOAT_H
#define KLEW_PARSE_FLOAT_H

#include "model.h"

enum { NUMBER_FINITE, NUMBER_INFINITE, NUMBER_NAN };

struct number {
    int kind;
    int negative;
    int hexadecimal;
    /* The first digits, and the power of ten or two to multiply them with. */
    uint64_t mantissa;
    int exponent;
    /* Whether digits that are not all 0 were dropped. */
    int more;
};

/* The length of the word if the text starts with it in whatever case, else 0. */
INTERNAL size_t starts_with(const char *text, const char *word) {
    size_t n = 0;
    while (word[n] != 0) {
        if (to_lower((unsigned char)text[n]) != word[n])
            return 0;
        n++;
    }
    return n;
}

INTERNAL const char *parse_word(const char *s, struct number *number) {
    size_t n = starts_with(s, "inf");
    if (n != 0) {
        number->kind = NUMBER_INFINITE;
        size_t whole = starts_with(s, "infinity");
        return s + (whole != 0 ? whole : n);
    }
    if (starts_with(s, "nan") == 0)
        return 0;
    number->kind = NUMBER_NAN;
    s += 3;
    if (*s != '(')
        return s;
    size_t i = 1;
    while (is_digit(s[i]) | ((unsigned)to_lower(s[i]) - 'a' < 26) | (s[i] == '_'))
        i++;
    return s[i] == ')' ? s + i + 1 : s;
}

INTERNAL const char *parse_exponent(const char *s, char letter, int *exponent) {
    if (to_lower(*s) != letter)
        return s;
    const char *digits = s + 1;
    int negative = *digits == '-';
    if ((*digits == '-') | (*digits == '+'))
        digits++;
    if (!is_digit(*digits))
        return s;
    int value = 0;
    for (; is_digit(*digits); digits++)
        if (value < 100000)
            value = value * 10 + (*digits - '0');
    *exponent += negative ? -value : value;
    return digits;
}

INTERNAL int float_digit(char c, int hexadecimal) {
    int letter = (int)((unsigned)c | 32) - 'a';
    if (hexadecimal & ((unsigned)letter < 6))
        return letter + 10;
    return is_digit(c) ? c - '0' : -1;
}

/* Digits with at most one point, and an exponent; null if there is no digit. */
INTERNAL const char *parse_digits(const char *s, struct number *number) {
    int hexadecimal = number->hexadecimal, point = 0, any = 0, taken = 0;
    for (;; s++) {
        if ((*s == '.') & !point) {
            point = 1;
            continue;
        }
        int digit = float_digit(*s, hexadecimal);
        if (digit < 0)
            break;
        any = 1;
        int step = hexadecimal ? 4 : 1;
        if (taken < (hexadecimal ? 13 : 15)) {
            number->mantissa = number->mantissa * (hexadecimal ? 16 : 10) + (unsigned)digit;
            taken += number->mantissa != 0;
            if (point)
                number->exponent -= step;
        } else {
            number->more |= digit != 0;
            if (!point)
                number->exponent += step;
        }
    }
    if (!any)
        return 0;
    return parse_exponent(s, hexadecimal ? 'p' : 'e', &number->exponent);
}

/* The place after the number; null if there is none. */
INTERNAL const char *parse_number(const char *s, struct number *number) {
    *number = (struct number){0};
    while (is_space(*s))
        s++;
    if ((*s == '-') | (*s == '+')) {
        number->negative = *s == '-';
        s++;
    }
    if ((s[0] == '0') && (to_lower(s[1]) == 'x') &&
        ((float_digit(s[2], 1) >= 0) || ((s[2] == '.') && (float_digit(s[3], 1) >= 0)))) {
        number->hexadecimal = 1;
        return parse_digits(s + 2, number);
    }
    if (is_digit(*s) | (*s == '.'))
        return parse_digits(s, number);
    return parse_word(s, number);
}

INTERNAL double power_of_ten(int exponent) {
    double power = 1;
    for (int i = 0; i < exponent; i++)
        power *= 10;
    return power;
}

/* Bounds of mantissa * 10^exponent; the mantissa is not 0 and below 10^15. */
INTERNAL void scale_decimal(uint64_t mantissa, int exponent, double *low, double *high) {
    if (exponent > 308) {
        *low = *high = __builtin_inf();
        return;
    }
    if (exponent < -340) {
        *low = *high = 0;
        return;
    }
    while ((exponent > 22) & (mantissa < 900000000000000)) {
        mantissa *= 10;
        exponent--;
    }
    double value = (double)mantissa;
    if ((exponent >= -22) & (exponent <= 22)) {
        *low = *high = exponent < 0 ? value / power_of_ten(-exponent) : value * power_of_ten(exponent);
        return;
    }
    for (; exponent > 22; exponent -= 22)
        value *= 1e22;
    for (; exponent < -22; exponent += 22)
        value /= 1e22;
    value = exponent < 0 ? value / power_of_ten(-exponent) : value * power_of_ten(exponent);
    *low = value > 1e307 ? 1e307 : value * (1 - 1e-13);
    *high = value > 1e307 ? __builtin_inf() : value * (1 + 1e-13);
    if (value < 1e-290) {
        *low = 0;
        *high = 1e-289;
    }
}

/* 2^exponent for an exponent of a normal number. */
INTERNAL double power_of_two(int exponent) {
    uint64_t bits = (uint64_t)(exponent + 1023) << 52;
    double power;
    __builtin_memcpy(&power, &bits, sizeof power);
    return power;
}

/* mantissa * 2^exponent for a mantissa of 1 to 2^53. Only the last step rounds, as the steps before
 * stay above the least normal number, or have overflown for good. */
INTERNAL double scale_binary(uint64_t mantissa, int exponent) {
    double value = (double)mantissa;
    if (exponent < -1022) {
        value *= power_of_two(-1022);
        exponent = exponent < -2044 ? -1022 : exponent + 1022;
    }
    return value * power_of_two(exponent > 1023 ? 1023 : exponent) * (exponent > 1023 ? 2 : 1);
}

/* Bounds of the correctly rounded magnitude of a finite number. */
INTERNAL void bounds(const struct number *number, double *low, double *high) {
    *low = *high = 0;
    if (number->mantissa == 0)
        return;
    if (number->hexadecimal) {
        *low = scale_binary(number->mantissa, number->exponent);
        *high = number->more ? scale_binary(number->mantissa + 1, number->exponent) : *low;
        return;
    }
    scale_decimal(number->mantissa, number->exponent, low, high);
    if (number->more) {
        double ignored;
        scale_decimal(number->mantissa + 1, number->exponent, &ignored, high);
    }
}

INTERNAL double with_sign(double magnitude, int negative) {
    return __builtin_copysign(magnitude, negative ? -1.0 : 1.0);
}

/* Whether a number below the normal ones is no multiple of 2^-1074. No decimal one of that few digits
 * is, apart from 0. */
INTERNAL int is_rounded_subnormal(const struct number *number) {
    if (number->mantissa == 0)
        return 0;
    if (!number->hexadecimal | number->more | (number->exponent < -1074 - 63))
        return 1;
    uint64_t step = number->exponent < -1074 ? 1ULL << (-1074 - number->exponent) : 1;
    return (number->mantissa & (step - 1)) != 0;
}

/* Overflow and underflow set errno. */
INTERNAL double number_as_double(const struct number *number) {
    if (number->kind == NUMBER_INFINITE)
        return with_sign(__builtin_inf(), number->negative);
    if (number->kind == NUMBER_NAN)
        return with_sign(__builtin_nan(""), number->negative);
    double low, high;
    bounds(number, &low, &high);
    double value = low;
    if (low != high) {
        value = klew_double("approximate strtod");
        klew_assume((value >= low) & (value <= high));
    }
    int too_small = (value < 2.2250738585072014e-308) & is_rounded_subnormal(number);
    if (too_small | (value > 1.7976931348623157e308))
        *__errno_location() = MODEL_ERANGE;
    return with_sign(value, number->negative);
}

/* The next double towards infinity or 0, of one that is not negative. */
INTERNAL double neighbour(double value, int up) {
    uint64_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    if (up ? value < __builtin_inf() : value > 0)
        bits += up ? 1 : (uint64_t)-1;
    __builtin_memcpy(&value, &bits, sizeof bits);
    return value;
}

/* The exact number lies between the neighbours of the doubles, and rounding keeps order. */
INTERNAL float number_as_float(const struct number *number) {
    if (number->kind != NUMBER_FINITE)
        return (float)number_as_double(number);
    double low, high;
    bounds(number, &low, &high);
    float least = (float)neighbour(low, 0), most = (float)neighbour(high, 1), value = least;
    if (number->mantissa == 0)
        return (float)with_sign(0, number->negative);
    if (least != most) {
        value = klew_float("approximate strtof");
        klew_assume((value >= least) & (value <= most));
    }
    if ((value < 1.17549435e-38f) | (value > 3.40282347e38f))
        *__errno_location() = MODEL_ERANGE;
    return (float)with_sign(value, number->negative);
}

/* Not done by klew; a run that comes here is reported as incomplete. */
void klew_unsupported_long_double_text(void);

/* Exact for up to 15 digits and exponents up to 27, as the powers are exact there. */
INTERNAL long double number_as_long_double(const struct number *number) {
    if (number->kind != NUMBER_FINITE)
        return number_as_double(number);
    int exponent = number->exponent;
    if (number->more | (number->mantissa != 0 && (exponent < -27 || exponent > 27))) {
        klew_unsupported_long_double_text();
        return 0;
    }
    long double value = (long double)number->mantissa, power = 1;
    int base = number->hexadecimal ? 2 : 10;
    if (number->mantissa != 0)
        for (int i = exponent < 0 ? -exponent : exponent; i > 0; i--)
            power *= base;
    value = exponent < 0 ? value / power : value * power;
    return number->negative ? -value : value;
}

#endif
