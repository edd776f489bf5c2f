// A pointer to a function in a global variable keeps its initial value, which the result says.
// options: --function apply
static int twice(int value)
{
    return (int)(2u * (unsigned)value);
}

static int (*function)(int) = twice;

int apply(int value)
{
    return function(value);
}
