// To what a pointer in a union leads is not known where there are several.
// options: --function first --engine forward
#include <stddef.h>

struct whole {
    int value;
};

struct fraction {
    long over, under;
};

union number {
    struct whole *whole;
    struct fraction *fraction;
};

long first(const union number *number)
{
    if (number == NULL || number->fraction == NULL)
        return 0;
    return number->fraction->under;
}
