// A string of one character in any number, which is one path for all lengths, and a copy of it.
#include <klew.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    unsigned length = (unsigned)klew_int("length"), at = (unsigned)klew_int("at");
    klew_assume(length > 0 && length < 100000000 && at < length);
    char *text = malloc(length + 1);
    char *copy = calloc(length + 1, 1);
    if (text && copy) {
        memset(text, 'x', length);
        text[length] = 0;
        klew_assert(text[at] == 'x');
        memcpy(copy, text, length);
        copy[at] = 'y';
        klew_assert(text[at] == 'x' && copy[length] == 0);
        memset(text, 0, length);
        klew_assert(text[at] == 0);
    }
    free(text);
    free(copy);
    return 0;
}
