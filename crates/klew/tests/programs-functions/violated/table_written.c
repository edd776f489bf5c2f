// A table that another function writes is an input.
// options: --function ratio
static int divisors[] = {1, 2, 4};

void set(int index, int value)
{
    int *place = &divisors[index];
    *place = value;
}

int ratio(int value)
{
    return (value & 255) / divisors[1]; // expect: division-by-zero
}
