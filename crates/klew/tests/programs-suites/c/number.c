/* Reads a number from a text, as strtol does, with its errors. */
/* suite: --function read_number */
#include <limits.h>

enum error { NONE, EMPTY, NO_DIGIT, TOO_LARGE, TRAILING };

enum { SIZE = 12 };

struct number {
    char text[SIZE];
    int value;
    enum error error;
    int base;
};

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 99;
}

/* Reads its text, which ends at a 0 or with the array. */
enum error read_number(struct number *number)
{
    const char *text = number->text;
    unsigned at = 0, size = 0;
    int negative = 0;
    long long value = 0;
    while (size < SIZE && text[size])
        size++;
    number->base = 10;
    number->error = NONE;
    while (at < size && (text[at] == ' ' || text[at] == '\t'))
        at++;
    if (at == size)
        return number->error = EMPTY;
    if (text[at] == '-' || text[at] == '+')
        negative = text[at++] == '-';
    if (at + 2 < size && text[at] == '0' && (text[at + 1] == 'x' || text[at + 1] == 'X')) {
        number->base = 16;
        at += 2;
    }
    if (at == size || digit(text[at]) >= number->base)
        return number->error = NO_DIGIT;
    while (at < size && digit(text[at]) < number->base) {
        value = value * number->base + digit(text[at++]);
        if (value > (long long)INT_MAX + negative)
            return number->error = TOO_LARGE;
    }
    number->value = (int)(negative ? -value : value);
    if (at < size)
        number->error = TRAILING;
    return number->error;
}
