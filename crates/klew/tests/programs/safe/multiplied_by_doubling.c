// Products by doubling and halving, and quotients by subtraction with a rest.
// options: --engine horn --property assertion
#include <klew.h>
#include <assert.h>

static unsigned times(unsigned a, unsigned b)
{
    unsigned sum = 0;
    while (b != 0) {
        if (b & 1) {
            sum += a;
        }
        a <<= 1;
        b >>= 1;
    }
    return sum;
}

int main(void)
{
    unsigned a = klew_uint("a"), b = klew_uint("b");
    assert(times(a, b) == a * b);
    if (b > 0) {
        unsigned quotient = 0, rest = a;
        while (rest >= b) {
            rest -= b;
            quotient++;
        }
        assert(quotient * b + rest == a && rest < b);
    }
    return 0;
}
