// A recursive copy of a text of any length, which another recursion counts: loops, as each call is the last that is done.
#include <klew.h>
#include <stdlib.h>

static void copy(char *to, const char *from) {
    *to = *from;
    if (*from != 0)
        copy(to + 1, from + 1);
}

static unsigned length(const char *text) {
    return *text == 0 ? 0 : 1 + length(text + 1);
}

int main(void) {
    int size = klew_int("size");
    klew_assume(size > 0);
    char *text = malloc(size), *other = malloc(size);
    if (text == NULL || other == NULL)
        abort();
    for (int i = 0; i < size - 1; i++)
        text[i] = klew_char("c");
    text[size - 1] = 0;
    unsigned there = length(text);
    copy(other, text);
    free(text);
    free(other);
    return there > 0;
}
