// Turns that only count: what the variables are behind the loop is known for any number of them.
#include <klew.h>

int main(void)
{
    int end = klew_int("end"), left = klew_int("left");
    klew_assume(end > 0 && left > 100);
    int up = 0, doubled = 0;
    while (up != end) {
        up++;
        doubled = (int)((unsigned)doubled + 2);
    }
    klew_assert(doubled == (int)((unsigned)end * 2));
    // The last turn may go beyond the bound.
    int before = left;
    do
        left -= 8;
    while (left > 100);
    klew_assert(left > 92 && left <= 100 && (before - left) % 8 == 0);
    unsigned char small = 0, turns = 0;
    while (small < 250) {
        small = (unsigned char)(small + 5);
        turns++;
    }
    klew_assert(turns == 50);
    return 0;
}
