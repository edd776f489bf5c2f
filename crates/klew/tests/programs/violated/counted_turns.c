// Twelve million turns that only count are one step.
#include <klew.h>

static unsigned next(unsigned number)
{
    return number + 2;
}

int main(void)
{
    unsigned end = (unsigned)klew_int("end"), count = 0, number = 0, last = 9;
    while (number < end) {
        number = next(number);
        count++;
        for (last = 0; last < 5; last++)
            ;
    }
    if (count == 12345678)
        klew_assert(end != 24691355 || last != 5); // expect: assertion
    return 0;
}
