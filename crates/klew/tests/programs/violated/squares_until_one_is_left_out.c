// Sums of odd numbers are squares, but for one turn in which something more is added.
#include <klew.h>
#include <assert.h>

int main(void)
{
    unsigned count = klew_uint("count"), turns = 0, square = 0;
    while (turns < count) {
        square += 2 * turns + 1;
        turns++;
        if (turns == 40) {
            square++;
        }
    }
    assert(square == count * count); // expect: assertion
    return 0;
}
