// The sum of so many numbers as the caller says there are.
// options: --function sum --precondition that_many --input-array-max 4

static void that_many(const int *numbers, unsigned count)
{
    for (unsigned index = 0; index < count; index++)
        (void)numbers[index];
}

unsigned sum(const int *numbers, unsigned count)
{
    unsigned total = 0;
    for (unsigned index = 0; index < count; index++)
        total += (unsigned)numbers[index];
    return total;
}
