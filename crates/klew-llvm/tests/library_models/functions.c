/* Functions of math.h: what the models say is exact is glibc's result and errno; what glibc gives otherwise is allowed. */
#include "support.h"

#include <fenv.h>
#include <math.h>

#define UNARY(X) \
    X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh) X(asinh) X(acosh) X(atanh) X(exp) X(exp2) \
    X(exp10) X(expm1) X(log) X(log2) X(log10) X(log1p) X(cbrt) X(erf) X(erfc) X(tgamma)
#define BINARY(X) X(pow) X(atan2) X(hypot)

#define DECLARE(NAME) \
    MODEL(NAME);      \
    MODEL(NAME##f);   \
    MODEL(NAME##l);
UNARY(DECLARE)
BINARY(DECLARE)

static const double values[] = {0.0, -0.0, 1, -1, 0.5, -0.5, 2, -2, 3, 10, -3, 1e-300, 1e300, -1e300, 5e-324, 1.5, 100,
                                710, -746, 1e-5, 1024, 0.1, 7.25, -2.5, 171.7, 1.0000000000000002, 0.9999999999999999, 33};
enum { COUNT = sizeof values / sizeof *values };

static int same(long double a, long double b) { return (a != a && b != b) || (a == b && signbit(a) == signbit(b)); }

/* An input is what glibc gives, so that its assumptions must allow it. */
#define COMPARE(T, NAME, ...)                                                                              \
    do {                                                                                                   \
        errno = 0;                                                                                         \
        T right = NAME(__VA_ARGS__);                                                                       \
        int error = errno;                                                                                 \
        *model___errno_location() = 0;                                                                     \
        expected_input = (double)right;                                                                    \
        long before = inputs;                                                                              \
        T left = model_##NAME(__VA_ARGS__);                                                                \
        int small = fabsl(right) < 1e-30L;                                                                 \
        CHECK(same(left, right) || (sizeof(T) > 8 && inputs > before), "%s of %g: %Lg and %Lg", #NAME, x, \
              (long double)left, (long double)right);                                                      \
        CHECK(*model___errno_location() == error || (small && inputs > before) || sizeof(T) > 8,           \
              "%s of %g: errno %d and %d", #NAME, x, *model___errno_location(), error);                    \
    } while (0)

static void compare_unary(double x) {
#define ONE(NAME)                          \
    COMPARE(double, NAME, x);              \
    COMPARE(float, NAME##f, (float)x);     \
    if (fabs(x) < 700)                     \
        COMPARE(long double, NAME##l, x);
    UNARY(ONE)
}

static void compare_binary(double x, double y) {
#define TWO(NAME)             \
    COMPARE(double, NAME, x, y); \
    COMPARE(float, NAME##f, (float)x, (float)y);
    BINARY(TWO)
}

MODEL(frexpf);
MODEL(ldexpf);
MODEL(logb);
MODEL(ilogb);
MODEL(nextafterf);

static void compare_exact(double x) {
    int a = 0, b = 0;
    float left = model_frexpf((float)x, &a), right = frexpf((float)x, &b);
    CHECK(same(left, right) && (a == b || !isfinite((float)x)), "frexpf of %g", x);
    for (int exponent = -300; exponent < 300; exponent += 23)
        CHECK(same(model_ldexpf((float)x, exponent), ldexpf((float)x, exponent)), "ldexpf of %g %d", x, exponent);
    CHECK(same(model_logb(x), logb(x)), "logb of %g", x);
    CHECK(model_ilogb(x) == ilogb(x), "ilogb of %g", x);
    CHECK(same(model_nextafterf((float)x, 1), nextafterf((float)x, 1)), "nextafterf of %g", x);
}

void compare_functions(void) {
    const double special[] = {INFINITY, -INFINITY, NAN};
    for (int i = 0; i < COUNT + 3; i++) {
        double x = i < COUNT ? values[i] : special[i - COUNT];
        compare_unary(x);
        compare_exact(x);
        for (int j = 0; j < COUNT + 3; j++)
            compare_binary(x, j < COUNT ? values[j] : special[j - COUNT]);
    }
    for (int base = -30; base < 40; base++)
        for (int exponent = 0; exponent < 12; exponent++)
            compare_binary(base, exponent);
    for (double x = -40; x < 40; x += 0.37)
        compare_unary(x);
}
