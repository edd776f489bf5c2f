#include "support.h"

#include <ctype.h>
#include <math.h>
#include <wctype.h>

MODEL(strtol);
MODEL(strtoul);
MODEL(strtoll);
MODEL(strtoull);
MODEL(strtod);
MODEL(strtof);
MODEL(strtold);
MODEL(atoi);
MODEL(atol);
MODEL(atoll);
MODEL(abs);
MODEL(labs);
MODEL(div);
MODEL(ldiv);
MODEL(lldiv);
MODEL(frexp);
MODEL(ldexp);
MODEL(nextafter);
MODEL(fdim);
extern long model___isoc23_strtol(const char *, char **, int);

static int model_errno(void) { return *model___errno_location(); }

/* One function on one text: value, place of the end, errno. */
#define SAME(type, name, ...)                                                               \
    do {                                                                                    \
        char *left_end = 0, *right_end = 0;                                                 \
        errno = *model___errno_location() = 0;                                              \
        type right = name(s, &right_end __VA_ARGS__);                                       \
        int right_errno = errno;                                                            \
        type left = model_##name(s, &left_end __VA_ARGS__);                                 \
        CHECK(left == right, "'%s' base %d: %lld", s, base, (long long)left);               \
        CHECK(left_end == right_end, "'%s' base %d", s, base);                              \
        CHECK(model_errno() == right_errno, "'%s' base %d: %d", s, base, model_errno());    \
    } while (0)

static void compare_integer(const char *s, int base) {
    SAME(long, strtol, , base);
    SAME(unsigned long, strtoul, , base);
    SAME(long long, strtoll, , base);
    SAME(unsigned long long, strtoull, , base);
}

static void compare_integers(void) {
    const int bases[] = {0, 2, 8, 10, 16, 36, 1, -1, 37};
    const char *texts[] = {
        "2147483647", "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296",
        "-4294967295", "-4294967296", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
        "18446744073709551616", "-18446744073709551615", "-18446744073709551616",
        "99999999999999999999999", "-99999999999999999999999", "0x7fffffffffffffff", "0xffffffff",
        "0x8000000000000000", "-0xFFFFFFFFFFFFFFFFF", "0777777777777", " \t\n\v\f\r+12 ", "zz", "Zz9!",
        "0x", "0xg", "-0x", "0b1", "- 1", "--1", "+-1", "08", "1e5", "   ", "\xa0" "1",
    };
    const struct strings *strings = strings_over("01x- g", 4);
    for (int base = 0; base < 9; base++) {
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
            compare_integer(text(0, texts[i]), bases[base]);
        if (base < 6)
            for (int i = 0; i < strings->count; i++)
                compare_integer(text(0, strings->all[i]), bases[base]);
    }
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        CHECK(model_atoi(texts[i]) == atoi(texts[i]), "'%s'", texts[i]);
        CHECK(model_atol(texts[i]) == atol(texts[i]), "'%s'", texts[i]);
        CHECK(model_atoll(texts[i]) == atoll(texts[i]), "'%s'", texts[i]);
    }
    CHECK(model___isoc23_strtol("0b101", 0, 0) == 5, "binary");
    CHECK(model___isoc23_strtol("-0B11", 0, 2) == -3, "binary");
    CHECK(model___isoc23_strtol("0b2", 0, 0) == 0, "binary");
    CHECK(model___isoc23_strtol("077", 0, 0) == 63, "octal");
}

/* Whether they are one number with one sign; of NaN the payload does not count. */
static int same(double left, double right) {
    return ((left == right) | ((left != left) & (right != right))) && !signbit(left) == !signbit(right);
}

/* Inputs of the models give the right value, and their assumptions must hold for it. */
static void compare_float(const char *s) {
    char *left_end = 0, *right_end = 0;
    errno = *model___errno_location() = 0;
    double right = strtod(s, &right_end);
    int right_errno = errno;
    expected_input = fabs(right);
    double left = model_strtod(s, &left_end);
    CHECK(same(left, right), "'%s': %a and not %a", s, left, right);
    CHECK(left_end == right_end, "'%s'", s);
    CHECK(model_errno() == right_errno, "'%s': %d", s, model_errno());
    errno = *model___errno_location() = 0;
    float right_single = strtof(s, &right_end);
    right_errno = errno;
    expected_input = fabsf(right_single);
    float left_single = model_strtof(s, &left_end);
    CHECK(same(left_single, right_single), "'%s': %a and not %a", s, (double)left_single,
          (double)right_single);
    CHECK(left_end == right_end, "'%s'", s);
}

static void compare_floats(void) {
    const char *exact[] = {
        "0", "-0", "1", "-1.5", "3.14159", "0.1", "1e5", "1E-5", "123456789012345", "1e22", "1e30",
        ".5", "5.", "1.e2", "  +2.25x", "0x10", "0x1.8p3", "0x.8", "0X1P-10", "0x1p-1022",
        "0x1p1023", "inf", "-INFINITY", "infinit", "nan", "NaN(123)", "nan(", "nan(a b)", "", ".", "e5", "-",
        "1e", "1e+", "1ex", "0x", "0x.", "0x.p1", "0xp1", "1..2", "0e999999999999", "00000.00001",
        "0x1p-1074", "0x1p99999", "-0x1p-99999", "0x3p-1075", "0x1p1024",
        "100000000000000000000", "1000000", "1e400", "1e-400", "1e999999999999",
    };
    const char *bounded[] = {
        "9007199254740991",         "3.14159265358979323846", "2.718281828459045235360287", "1e100", "1e-100", "1.7976931348623157e308",
        "1.7976931348623159e308", "2.2250738585072014e-308", "2.2250738585072011e-308", "4.9e-324",
        "2e-324", "1e-320", "123456789012345678901234567890", "0.1234567890123456789", "1e23", "9.5e-200",
        "0x1.23456789abcdefp10", "0x1.fffffffffffff8p0", "8.5e37", "3.4028235e38", "3.4028236e38", "1e-45",
        "1.17549435e-38", "16777217.0000001",
    };
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++) {
        inputs = 0;
        compare_float(text(0, exact[i]));
        CHECK(inputs == 0, "'%s' is not converted exactly", exact[i]);
    }
    for (size_t i = 0; i < sizeof bounded / sizeof *bounded; i++)
        compare_float(text(0, bounded[i]));
    const struct strings *strings = strings_over("1.e-", 5);
    for (int i = 0; i < strings->count; i++)
        compare_float(text(0, strings->all[i]));
    const char *wide[] = {"0", "1.1", "-3.25", "1e20", "1e-20", "123456789012345", "0x1.8p2", "inf", "x"};
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        CHECK(model_strtold(wide[i], 0) == strtold(wide[i], 0), "'%s'", wide[i]);
}

static void compare_arithmetic(void) {
    const int numbers[] = {0, 1, -1, 7, -7, 100, INT_MAX, -INT_MAX};
    for (int i = 0; i < 8; i++) {
        int a = numbers[i];
        CHECK(model_abs(a) == abs(a), "%d", a);
        CHECK(model_labs(a) == labs(a), "%d", a);
        for (int j = 1; j < 8; j++) {
            int b = numbers[j];
            CHECK(model_div(a, b).quot == a / b && model_div(a, b).rem == a % b, "%d %d", a, b);
            CHECK(model_ldiv(a, b).quot == a / b && model_ldiv(a, b).rem == a % b, "%d %d", a, b);
            CHECK(model_lldiv(a, b).quot == a / b && model_lldiv(a, b).rem == a % b, "%d %d", a, b);
        }
    }
    const double values[] = {
        0, -0.0, 1, -1.5, 0x1p-1074, 0x1.8p-1073, 0x1.fffffffffffffp-1022, 0x1p-1022, 0x1p1023,
        0x1.fffffffffffffp1023, 3.1, INFINITY, -INFINITY, NAN, 0x1.0000000000001p0,
    };
    const int exponents[] = {0, 1, -1, 52, -52, -1021, -1022, -1023, -1074, -1075, 1023, 1024, 2000, -2000, -2100, 2098, 99999, -99999, INT_MAX, INT_MIN};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        int left_exponent = 0, right_exponent = 0;
        double left = model_frexp(values[i], &left_exponent), right = frexp(values[i], &right_exponent);
        CHECK(same(left, right), "%a", values[i]);
        if (isfinite(values[i]))
            CHECK(left_exponent == right_exponent, "%a", values[i]);
        for (size_t j = 0; j < sizeof exponents / sizeof *exponents; j++) {
            left = model_ldexp(values[i], exponents[j]);
            right = ldexp(values[i], exponents[j]);
            CHECK(same(left, right), "%a * 2^%d", values[i], exponents[j]);
        }
        for (size_t j = 0; j < sizeof values / sizeof *values; j++) {
            left = model_nextafter(values[i], values[j]);
            right = nextafter(values[i], values[j]);
            CHECK(same(left, right), "%a %a", values[i], values[j]);
            left = model_fdim(values[i], values[j]);
            right = fdim(values[i], values[j]);
            CHECK(left == right || (left != left && right != right), "%a %a", values[i], values[j]);
        }
    }
}

void compare_numbers(void) {
    compare_integers();
    compare_floats();
    compare_arithmetic();
}

typedef int classify(int);
typedef int classify_wide(wint_t);

#define CHARACTERS(X) \
    X(upper) X(lower) X(alpha) X(digit) X(xdigit) X(space) X(print) X(graph) X(blank) X(cntrl) X(alnum) X(punct)
#define DECLARE(name) \
    extern classify model_is##name; \
    extern classify_wide model_isw##name;
CHARACTERS(DECLARE)
MODEL(tolower);
MODEL(toupper);
MODEL(towlower);
MODEL(towupper);
MODEL(isascii);
extern const unsigned short **model___ctype_b_loc(void);
extern const int32_t **model___ctype_tolower_loc(void), **model___ctype_toupper_loc(void);

void compare_characters(void) {
#define ROW(name) {#name, (is##name), model_is##name, (isw##name), model_isw##name},
    static const struct {
        const char *name;
        classify *right, *model;
        classify_wide *right_wide, *model_wide;
    } rows[] = {CHARACTERS(ROW)};
    for (int c = -128; c < 256; c++) {
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            CHECK(rows[i].model(c) == rows[i].right(c), "is%s %d: %d", rows[i].name, c, rows[i].model(c));
        CHECK(model_tolower(c) == (tolower)(c), "%d", c);
        CHECK(model_toupper(c) == (toupper)(c), "%d", c);
        CHECK((*model___ctype_b_loc())[c] == (*__ctype_b_loc())[c], "%d", c);
        CHECK((*model___ctype_tolower_loc())[c] == (*__ctype_tolower_loc())[c], "%d", c);
        CHECK((*model___ctype_toupper_loc())[c] == (*__ctype_toupper_loc())[c], "%d", c);
    }
    for (wint_t c = 0; c < 0x300; c++) {
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            CHECK(!rows[i].model_wide(c) == !rows[i].right_wide(c), "isw%s %d", rows[i].name, (int)c);
        CHECK(model_towlower(c) == towlower(c), "%d", (int)c);
        CHECK(model_towupper(c) == towupper(c), "%d", (int)c);
    }
}
