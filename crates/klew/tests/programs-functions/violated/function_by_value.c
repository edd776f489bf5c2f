// A structure that is passed by value may hold a pointer to a function; where none is called, all is known.
// options: --function ratio

struct limits {
    int (*clamp)(int);
    int least, most;
};

int ratio(struct limits limits)
{
    return limits.clamp ? 0 : 10 / limits.least; // expect: division-by-zero
}
