// long
// A sum of digits is at most nine times as many as they are, and what is put before some characters doubles a text at most.
// options: --engine horn
#include <klew.h>
#include <assert.h>
#include <stdlib.h>

static int sum_of_digits(int count)
{
    unsigned char *digits = malloc(count + 1);
    for (int i = 0; i < count; i++) {
        unsigned char digit = klew_uchar("digit");
        klew_assume(digit <= 9);
        digits[i] = digit;
    }
    int sum = 0;
    for (int i = 0; i < count; i++) {
        sum += digits[i];
    }
    free(digits);
    return sum;
}

int main(void)
{
    int count = klew_int("count");
    klew_assume(count >= 0 && count <= 100000);
    int sum = sum_of_digits(count);
    assert(sum >= 0 && sum <= 9 * count);
    return 0;
}
