/* math.h: what klew does not translate itself and what is exact. Functions that are approximations
 * (sin, exp, pow, …) are in math_approximate.c. */
#include "model.h"

double fdim(double a, double b) { return a <= b ? 0 : a - b; }
float fdimf(float a, float b) { return a <= b ? 0 : a - b; }

double nan(const char *text) {
    length_of(text);
    return __builtin_nan("");
}
float nanf(const char *text) {
    length_of(text);
    return __builtin_nanf("");
}

INTERNAL uint64_t bits_of(double value) {
    uint64_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
}

INTERNAL double of_bits(uint64_t bits) {
    double value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

INTERNAL int exponent_bits(double value) { return (int)(bits_of(value) >> 52) & 0x7ff; }

/* value = result * 2^exponent with the result from 1/2 up to 1. */
double frexp(double value, int *exponent) {
    *exponent = 0;
    if ((value == 0) | (exponent_bits(value) == 0x7ff))
        return value + value;
    int shift = 0;
    if (exponent_bits(value) == 0) {
        value *= 0x1p64;
        shift = -64;
    }
    *exponent = exponent_bits(value) - 1022 + shift;
    return of_bits((bits_of(value) & ~(0x7ffULL << 52)) | (0x3feULL << 52));
}

/* A step down ends at 2^-969 so that no number is rounded twice: what is left of the exponent after
 * two of them makes every double 0 or a subnormal once. */
INTERNAL double scale(double value, long exponent) {
    for (int i = 0; i < 2 && exponent > 1023; i++) {
        value *= 0x1p1023;
        exponent -= 1023;
    }
    for (int i = 0; i < 2 && exponent < -1022; i++) {
        value *= 0x1p-969;
        exponent += 969;
    }
    if (exponent > 1023)
        exponent = 1023;
    if (exponent < -1022)
        exponent = -1022;
    return value * of_bits((uint64_t)(exponent + 1023) << 52);
}

INTERNAL double scaled(double value, long exponent) {
    double result = scale(value, exponent);
    int finite = (exponent_bits(value) != 0x7ff) & (value != 0);
    if (finite & ((exponent_bits(result) == 0x7ff) | (result == 0)))
        *__errno_location() = MODEL_ERANGE;
    return result;
}

double ldexp(double value, int exponent) { return scaled(value, exponent); }
double scalbn(double value, int exponent) { return scaled(value, exponent); }
double scalbln(double value, long exponent) { return scaled(value, exponent); }

/* The next double towards another. */
double nextafter(double from, double to) {
    if ((from != from) | (to != to))
        return from + to;
    if (from == to)
        return to;
    if (from == 0) {
        *__errno_location() = MODEL_ERANGE;
        return of_bits((bits_of(to) & (1ULL << 63)) | 1);
    }
    int away = (from < to) == (from > 0);
    double result = of_bits(bits_of(from) + (away ? 1 : (uint64_t)-1));
    if (exponent_bits(result) == 0 || exponent_bits(result) == 0x7ff)
        *__errno_location() = MODEL_ERANGE;
    return result;
}

/* Of a float all of these are exact in a double, and rounded once when they become a float again. */

float frexpf(float value, int *exponent) { return (float)frexp(value, exponent); }

INTERNAL float scaled_float(float value, long exponent) {
    float result = (float)scale(value, exponent < -2000 ? -2000 : exponent > 2000 ? 2000 : exponent);
    int finite = (value - value == 0) & (value != 0);
    if (finite & (!(result - result == 0) | (result == 0)))
        *__errno_location() = MODEL_ERANGE;
    return result;
}

float ldexpf(float value, int exponent) { return scaled_float(value, exponent); }
float scalbnf(float value, int exponent) { return scaled_float(value, exponent); }
float scalblnf(float value, long exponent) { return scaled_float(value, exponent); }

enum { NO_EXPONENT = INT_MIN, MODEL_EDOM = 33 };

/* The exponent of the first bit. */
INTERNAL int binary_exponent(double value) {
    int exponent;
    frexp(value, &exponent);
    return exponent - 1;
}

double logb(double value) {
    if (value == 0) {
        *__errno_location() = MODEL_ERANGE;
        return -__builtin_inf();
    }
    if (exponent_bits(value) == 0x7ff)
        return value * value;
    return binary_exponent(value);
}
float logbf(float value) { return (float)logb(value); }

int ilogb(double value) {
    int infinite = (exponent_bits(value) == 0x7ff) & (value == value);
    if ((value == 0) | (exponent_bits(value) == 0x7ff)) {
        *__errno_location() = MODEL_EDOM;
        return infinite ? INT_MAX : NO_EXPONENT;
    }
    return binary_exponent(value);
}
int ilogbf(float value) { return ilogb(value); }

INTERNAL uint32_t bits_of_float(float value) {
    uint32_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
}

INTERNAL float float_of_bits(uint32_t bits) {
    float value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

float nextafterf(float from, float to) {
    if ((from != from) | (to != to))
        return from + to;
    if (from == to)
        return to;
    if (from == 0) {
        *__errno_location() = MODEL_ERANGE;
        return float_of_bits((bits_of_float(to) & 0x80000000u) | 1);
    }
    int away = (from < to) == (from > 0);
    float result = float_of_bits(bits_of_float(from) + (away ? 1 : (uint32_t)-1));
    uint32_t exponent = bits_of_float(result) >> 23 & 0xff;
    if ((exponent == 0) | (exponent == 0xff))
        *__errno_location() = MODEL_ERANGE;
    return result;
}
