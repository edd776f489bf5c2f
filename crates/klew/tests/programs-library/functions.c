/* math.h: results that are exact everywhere, and bounds of the others. */
#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void) {
    assert(pow(2, 10) == 1024 && pow(10, 3) == 1000 && pow(-3, 3) == -27 && pow(7.5, 1) == 7.5 && powf(2, 3) == 8);
    assert(sin(0) == 0 && cos(0) == 1 && exp(0) == 1 && log(1) == 0 && atan(0) == 0);
    double sine = sin(2.5), cosine = cos(2.5);
    assert(sine >= -1 && sine <= 1 && cosine >= -1 && cosine <= 1);
    assert(exp(2.5) >= 0 && fabs(atan2(1, 2)) < 3.2 && tanh(3) <= 1 && log(10) >= 0 && log(0.5) <= 0);
    assert(isnan(log(-1)) && errno == EDOM);
    errno = 0;
    assert(log(0) == -INFINITY && errno == ERANGE);
    errno = 0;
    assert(isnan(pow(-2, 0.5)) && errno == EDOM);
    errno = 0;
    assert(isnan(acos(2)) && errno == EDOM);
    assert(ldexpf(3, 4) == 48 && ilogb(10) == 3 && logb(0.25) == -2);
    int exponent;
    assert(frexpf(8, &exponent) == 0.5f && exponent == 4);
    return 0;
}
