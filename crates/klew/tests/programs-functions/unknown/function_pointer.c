// What a pointer to a function points to is not known.
// options: --function apply
int apply(int (*function)(int), int value)
{
    return function ? function(value) : value;
}
