// A table that nothing writes keeps its values, though it is not declared const: it is no input.
// options: --function first_step
#include <klew.h>

static int steps[] = {1, 4, 13, 40, 121, 364};

static int at(const int *table, int index)
{
    return table[index];
}

int first_step(int count)
{
    if (count < 2)
        return 0;
    int index = 0;
    while (index < 5 && at(steps, index) < count)
        index++;
    int step = steps[index];
    klew_assert(step > 0 && step <= 364);
    return step;
}
