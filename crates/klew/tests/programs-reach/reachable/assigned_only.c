// A line that only assigns a variable, which no longer exists once values are in SSA.
#include <klew.h>

int main(void)
{
    int steps = 0;
    int wanted = klew_int("wanted");
    if (wanted > 40 && wanted % 7 == 3) {
        steps = 1; // target
    }
    return steps;
}
