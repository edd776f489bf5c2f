/* Sets of numbers as arrays of intervals. */
/* suite: --function contains; --function join; --function kind */

struct interval {
    int low, high;
};

struct set {
    int count;
    struct interval intervals[4];
};

/* Whether a number is in the set. */
int contains(const struct set *set, int number)
{
    int low = 0, high = set->count;
    if (high < 0 || high > 4)
        return -1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (number < set->intervals[middle].low)
            high = middle;
        else if (number > set->intervals[middle].high)
            low = middle + 1;
        else
            return 1;
    }
    return 0;
}

/* What both intervals cover, if that is one; whether it is. */
int join(const struct interval *one, const struct interval *other, struct interval *result)
{
    if (one->low > one->high || other->low > other->high)
        return 0;
    if (one->high < other->low || other->high < one->low)
        return 0;
    result->low = one->low < other->low ? one->low : other->low;
    result->high = one->high > other->high ? one->high : other->high;
    return 1;
}

/* How two intervals lie: 'b'efore, 'a'fter, 'i'nside, 'c'ontaining, 'o'verlapping, '=' the same. */
char kind(struct interval one, struct interval other)
{
    if (one.low > one.high || other.low > other.high)
        return '?';
    if (one.high < other.low)
        return 'b';
    if (one.low > other.high)
        return 'a';
    if (one.low == other.low && one.high == other.high)
        return '=';
    if (one.low >= other.low && one.high <= other.high)
        return 'i';
    if (one.low <= other.low && one.high >= other.high)
        return 'c';
    return 'o';
}
