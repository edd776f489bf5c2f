// What fails in the precondition is no input; where the function calls the same function itself, it fails itself.
// options: --function second --precondition readable

static int readable(const int *number)
{
    return *number >= 0; // expect: valid-deref
}

int second(const int *number)
{
    return readable(number + 1);
}
