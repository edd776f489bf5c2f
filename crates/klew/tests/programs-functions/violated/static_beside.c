// A variable that only the function sees has nothing to do with the error.
// options: --function next

int next(const int *step)
{
    static unsigned calls;
    calls++;
    return *step; // expect: valid-deref
}
