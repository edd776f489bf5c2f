// Compares strings: equal exactly if all bytes are; a string equals itself.
// options: --function compare --precondition are_strings --input-array-max 3
#include <klew.h>

static int are_strings(const char *a, const char *b)
{
    while (*a)
        a++;
    while (*b)
        b++;
    return 1;
}

int compare(const char *a, const char *b)
{
    unsigned at = 0;
    while (a[at] && a[at] == b[at])
        at++;
    klew_assert(a != b || a[at] == b[at]);
    return (unsigned char)a[at] - (unsigned char)b[at];
}
