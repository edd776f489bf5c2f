// The sum of the first odd numbers is a square, whatever it wraps to, and that of all numbers half of a product.
// options: --engine horn --property assertion
#include <klew.h>
#include <assert.h>

int main(void)
{
    unsigned count = klew_uint("count"), turns = 0, square = 0, odd = 1;
    while (turns < count) {
        square += odd;
        odd += 2;
        turns++;
    }
    assert(square == count * count);

    unsigned long long number = 0, sum = 0;
    while (number < count) {
        number++;
        sum += number;
    }
    assert(2 * sum == (unsigned long long)count * (count + 1ULL));
    return 0;
}
