// What a remainder or a quotient by an input is, without a loop: no path needs a second.
#include <klew.h>
#include <assert.h>

int main(void) {
    int a = klew_int("a");
    int b = klew_int("b");
    klew_assume(b != 0 && !(a == -2147483647 - 1 && b == -1));
    int rest = a % b;
    if (b > 0)
        assert(rest > -b && rest < b);
    if (a >= 0)
        assert(rest >= 0 && rest <= a);
    else
        assert(rest <= 0);
    unsigned n = klew_int("n");
    unsigned d = klew_int("d");
    klew_assume(d > 1);
    assert(n % d < d && (n == 0 || n / d < n));
    return 0;
}
