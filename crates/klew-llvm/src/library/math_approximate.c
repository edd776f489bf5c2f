/* math.h: functions whose results are not determined by any standard. A result is exact where every good library has the same
 * one (a number that can be represented, an infinity, a domain error), and otherwise an approximation: any number within
 * bounds that hold for results with an error of less than one unit in the last place. */
#include "model.h"

enum { MODEL_EDOM = 33 };

#define HALF_PI 1.5707964
#define PI 3.1415928
/* Of the largest and the smallest number of any format, to any usual base. */
#define MOST_LOGARITHM 16446

INTERNAL void set_errno(int error) { *__errno_location() = error; }

/* Integers of that many bits have products that a double holds. */
#define SMALL 67108864.0
#define EXACT 9007199254740992.0

/* The power of an integer with an exponent from 0 on, if a double holds it; else 0. */
INTERNAL double power_of_integer(double base, double exponent) {
    if (!((base >= -SMALL) & (base <= SMALL)) || !((exponent >= 0) & (exponent < 64)))
        return 0;
    int64_t factor = (int64_t)base;
    int times = (int)exponent;
    if (((double)factor != base) | ((double)times != exponent))
        return 0;
    double product = 1;
    for (int i = 0; i < times; i++) {
        product *= (double)factor;
        if (!((product >= -EXACT) & (product <= EXACT)))
            return 0;
    }
    return product;
}

/* 0: no integer; 1: odd; 2: even. */
INTERNAL int parity(double number) {
    if (!((number > -EXACT) & (number < EXACT)))
        return (number == number) & (number - number == 0) ? 2 : 0;
    int64_t integer = (int64_t)number;
    return (double)integer != number ? 0 : integer % 2 != 0 ? 1 : 2;
}

/* What all functions of a number format share. T: the type; INPUT: of klew.h; S: how names end; LEAST: the least normal
 * number. Not a number stays that; infinities and results that are too small set errno as glibc does. */
#define SHARED(T, INPUT, S, LEAST)                                                               \
    INTERNAL int is_infinite##S(T x) { return (x == x) & !(x - x == 0); }                         \
    INTERNAL T domain_error##S(void) {                                                            \
        set_errno(MODEL_EDOM);                                                                    \
        return (T)__builtin_nan("");                                                              \
    }                                                                                             \
    INTERNAL T pole##S(int negative) {                                                            \
        set_errno(MODEL_ERANGE);                                                                  \
        return negative ? -(T)__builtin_inf() : (T)__builtin_inf();                               \
    }                                                                                             \
    INTERNAL T noted##S(T result) {                                                               \
        int small = (result < LEAST) & (result > -LEAST);                                         \
        int sets = is_infinite##S(result) | (small & klew_bool("approximate errno of a small result")); \
        int *place = __errno_location();                                                          \
        *place = (int)CHOOSE(sets, MODEL_ERANGE, *place);                                         \
        return result;                                                                            \
    }

#define WITHIN(T, INPUT, LABEL, LOW, HIGH)        \
    T r = INPUT("approximate " LABEL);            \
    klew_assume((r >= (LOW)) & (r <= (HIGH)))

#define TRIGONOMETRY(T, INPUT, S, TEXT)                              \
    T sin##S(T x) {                                                  \
        if ((x != x) | (x == 0))                                     \
            return x;                                                \
        if (is_infinite##S(x))                                       \
            return domain_error##S();                                \
        WITHIN(T, INPUT, "sin" TEXT, -1, 1);                         \
        return noted##S(r);                                          \
    }                                                                \
    T cos##S(T x) {                                                  \
        if (x != x)                                                  \
            return x;                                                \
        if (x == 0)                                                  \
            return 1;                                                \
        if (is_infinite##S(x))                                       \
            return domain_error##S();                                \
        WITHIN(T, INPUT, "cos" TEXT, -1, 1);                         \
        return noted##S(r);                                          \
    }                                                                \
    void sincos##S(T x, T *sine, T *cosine) {                        \
        *sine = sin##S(x);                                           \
        *cosine = cos##S(x);                                         \
    }                                                                \
    T tan##S(T x) {                                                  \
        if ((x != x) | (x == 0))                                     \
            return x;                                                \
        if (is_infinite##S(x))                                       \
            return domain_error##S();                                \
        T r = INPUT("approximate tan" TEXT);                         \
        klew_assume(r - r == 0);                                     \
        return noted##S(r);                                          \
    }                                                                \
    T asin##S(T x) {                                                 \
        if ((x != x) | (x == 0))                                     \
            return x;                                                \
        if ((x > 1) | (x < -1))                                      \
            return domain_error##S();                                \
        WITHIN(T, INPUT, "asin" TEXT, x < 0 ? -(T)HALF_PI : 0, x < 0 ? 0 : (T)HALF_PI); \
        return noted##S(r);                                          \
    }                                                                \
    T acos##S(T x) {                                                 \
        if (x != x)                                                  \
            return x;                                                \
        if (x == 1)                                                  \
            return 0;                                                \
        if ((x > 1) | (x < -1))                                      \
            return domain_error##S();                                \
        WITHIN(T, INPUT, "acos" TEXT, 0, (T)PI);                     \
        return r;                                                    \
    }                                                                \
    T atan##S(T x) {                                                 \
        if ((x != x) | (x == 0))                                     \
            return x;                                                \
        WITHIN(T, INPUT, "atan" TEXT, x < 0 ? -(T)HALF_PI : 0, x < 0 ? 0 : (T)HALF_PI); \
        return noted##S(r);                                          \
    }                                                                \
    T atan2##S(T y, T x) {                                           \
        if ((x != x) | (y != y))                                     \
            return x + y;                                            \
        if ((y == 0) & (x > 0))                                      \
            return y;                                                \
        WITHIN(T, INPUT, "atan2" TEXT, y > 0 ? 0 : -(T)PI, y < 0 ? 0 : (T)PI); \
        return noted##S(r);                                          \
    }

#define HYPERBOLIC(T, INPUT, S, TEXT)                                \
    T sinh##S(T x) {                                                 \
        if ((x != x) | (x == 0) | is_infinite##S(x))                 \
            return x;                                                \
        T r = INPUT("approximate sinh" TEXT);                        \
        klew_assume((r == r) & (x > 0 ? r >= 0 : r <= 0));           \
        return noted##S(r);                                          \
    }                                                                \
    T cosh##S(T x) {                                                 \
        if (x != x)                                                  \
            return x;                                                \
        if (x == 0)                                                  \
            return 1;                                                \
        if (is_infinite##S(x))                                       \
            return (T)__builtin_inf();                               \
        T r = INPUT("approximate cosh" TEXT);                        \
        klew_assume(r >= (T)0.9);                                    \
        return noted##S(r);                                          \
    }                                                                \
    T tanh##S(T x) {                                                 \
        if ((x != x) | (x == 0))                                     \
            return x;                                                \
        WITHIN(T, INPUT, "tanh" TEXT, x < 0 ? -1 : 0, x < 0 ? 0 : 1); \
        return noted##S(r);                                          \
    }                                                                \
    T asinh##S(T x) {                                                \
        if ((x != x) | (x == 0) | is_infinite##S(x))                 \
            return x;                                                \
        WITHIN(T, INPUT, "asinh" TEXT, x < 0 ? -(T)MOST_LOGARITHM : 0, x < 0 ? 0 : (T)MOST_LOGARITHM); \
        return noted##S(r);                                          \
    }                                                                \
    T acosh##S(T x) {                                                \
        if ((x != x) | (x > 0 && is_infinite##S(x)))                 \
            return x;                                                \
        if (x == 1)                                                  \
            return 0;                                                \
        if (x < 1)                                                   \
            return domain_error##S();                                \
        WITHIN(T, INPUT, "acosh" TEXT, 0, (T)MOST_LOGARITHM);        \
        return r;                                                    \
    }                                                                \
    T atanh##S(T x) {                                                \
        if ((x != x) | (x == 0))                                     \
            return x;                                                \
        if ((x > 1) | (x < -1))                                      \
            return domain_error##S();                                \
        if ((x == 1) | (x == -1))                                    \
            return pole##S(x < 0);                                   \
        WITHIN(T, INPUT, "atanh" TEXT, x < 0 ? -(T)MOST_LOGARITHM : 0, x < 0 ? 0 : (T)MOST_LOGARITHM); \
        return noted##S(r);                                          \
    }

#define EXPONENTIAL(T, INPUT, S, TEXT, NAME)                         \
    T NAME##S(T x) {                                                 \
        if (x != x)                                                  \
            return x;                                                \
        if (x == 0)                                                  \
            return 1;                                                \
        if (is_infinite##S(x))                                       \
            return x > 0 ? x : 0;                                    \
        T r = INPUT("approximate " #NAME TEXT);                      \
        klew_assume(r >= 0);                                         \
        return noted##S(r);                                          \
    }

#define LOGARITHM(T, INPUT, S, TEXT, NAME, BELOW)                    \
    T NAME##S(T x) {                                                 \
        if (x != x)                                                  \
            return x;                                                \
        if (x == 1 - BELOW)                                          \
            return 0;                                                \
        if (x < -BELOW)                                              \
            return domain_error##S();                                \
        if (x == -BELOW)                                             \
            return pole##S(1);                                       \
        if (is_infinite##S(x))                                       \
            return x;                                                \
        int negative = x < 1 - BELOW;                                \
        WITHIN(T, INPUT, #NAME TEXT, negative ? -(T)MOST_LOGARITHM : 0, negative ? 0 : (T)MOST_LOGARITHM); \
        return noted##S(r);                                          \
    }

#define POWERS(T, INPUT, S, TEXT)                                    \
    EXPONENTIAL(T, INPUT, S, TEXT, exp)                              \
    EXPONENTIAL(T, INPUT, S, TEXT, exp2)                             \
    EXPONENTIAL(T, INPUT, S, TEXT, exp10)                            \
    LOGARITHM(T, INPUT, S, TEXT, log, 0)                             \
    LOGARITHM(T, INPUT, S, TEXT, log2, 0)                            \
    LOGARITHM(T, INPUT, S, TEXT, log10, 0)                           \
    T log1p##S(T x) {                                                \
        if ((x != x) | (x == 0) | (x > 0 && is_infinite##S(x)))      \
            return x;                                                \
        if (x < -1)                                                  \
            return domain_error##S();                                \
        if (x == -1)                                                 \
            return pole##S(1);                                       \
        WITHIN(T, INPUT, "log1p" TEXT, x < 0 ? -(T)MOST_LOGARITHM : 0, x < 0 ? 0 : (T)MOST_LOGARITHM); \
        return noted##S(r);                                          \
    }                                                                \
    T expm1##S(T x) {                                                \
        if ((x != x) | (x == 0))                                     \
            return x;                                                \
        if (is_infinite##S(x))                                       \
            return x > 0 ? x : -1;                                   \
        T r = INPUT("approximate expm1" TEXT);                       \
        klew_assume((r >= -1) & (x > 0 ? r >= 0 : r <= 0));          \
        return noted##S(r);                                          \
    }                                                                \
    T pow##S(T x, T y) {                                             \
        if ((y == 0) | (x == 1))                                     \
            return 1;                                                \
        if ((x != x) | (y != y))                                     \
            return x + y;                                            \
        if (y == 1)                                                  \
            return x;                                                \
        int odd = parity((double)y) == 1, integer = parity((double)y) != 0; \
        if (x == 0)                                                  \
            return y < 0 && is_infinite##S(y) ? -y : y < 0 ? pole##S(odd & (1 / x < 0)) : odd ? x : 0; \
        T exact = (T)power_of_integer((double)x, (double)y);         \
        if (exact != 0 && (double)exact == power_of_integer((double)x, (double)y)) \
            return exact;                                            \
        int finite = !is_infinite##S(x) & !is_infinite##S(y);        \
        if ((x < 0) & !integer & finite)                             \
            return domain_error##S();                                \
        T r = INPUT("approximate pow" TEXT);                         \
        klew_assume((r == r) & ((x < 0) & odd ? r <= 0 : r >= 0));   \
        return finite ? noted##S(r) : r;                             \
    }

#define OTHERS(T, INPUT, S, TEXT)                                    \
    T cbrt##S(T x) {                                                 \
        if ((x != x) | (x == 0) | is_infinite##S(x))                 \
            return x;                                                \
        T r = INPUT("approximate cbrt" TEXT);                        \
        klew_assume((r - r == 0) & (x > 0 ? r > 0 : r < 0));         \
        return r;                                                    \
    }                                                                \
    T hypot##S(T x, T y) {                                           \
        if (is_infinite##S(x) | is_infinite##S(y))                   \
            return (T)__builtin_inf();                               \
        if ((x != x) | (y != y))                                     \
            return x + y;                                            \
        if ((x == 0) | (y == 0))                                     \
            return x + y < 0 ? -(x + y) : x + y == 0 ? 0 : x + y;    \
        T r = INPUT("approximate hypot" TEXT);                       \
        klew_assume(r > 0);                                          \
        return noted##S(r);                                          \
    }                                                                \
    T erf##S(T x) {                                                  \
        if ((x != x) | (x == 0))                                     \
            return x;                                                \
        WITHIN(T, INPUT, "erf" TEXT, x < 0 ? -1 : 0, x < 0 ? 0 : 1); \
        return noted##S(r);                                          \
    }                                                                \
    T erfc##S(T x) {                                                 \
        if (x != x)                                                  \
            return x;                                                \
        WITHIN(T, INPUT, "erfc" TEXT, 0, 2);                         \
        return noted##S(r);                                          \
    }                                                                \
    T tgamma##S(T x) {                                               \
        if ((x != x) | (x > 0 && is_infinite##S(x)))                 \
            return x;                                                \
        if (x == 0)                                                  \
            return pole##S(1 / x < 0);                               \
        if (x < 0 && (is_infinite##S(x) || parity((double)x) != 0))  \
            return domain_error##S();                                \
        T r = INPUT("approximate tgamma" TEXT);                      \
        klew_assume((r == r) & (x < 0 || r > 0));                    \
        return noted##S(r);                                          \
    }

#define ALL(T, INPUT, S, TEXT, LEAST) \
    SHARED(T, INPUT, S, LEAST)        \
    TRIGONOMETRY(T, INPUT, S, TEXT)   \
    HYPERBOLIC(T, INPUT, S, TEXT)     \
    POWERS(T, INPUT, S, TEXT)         \
    OTHERS(T, INPUT, S, TEXT)

ALL(double, klew_double, , "", 0x1p-1022)
ALL(float, klew_float, f, "f", 0x1p-126f)
ALL(long double, klew_ldouble, l, "l", 0x1p-16382L)
