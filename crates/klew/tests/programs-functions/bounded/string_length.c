// The length of a string, which the precondition says is ended within its memory.
// options: --function length --precondition is_string --input-array-max 5
#include <klew.h>

static int is_string(const char *text)
{
    while (*text)
        text++;
    return 1;
}

unsigned length(const char *text)
{
    unsigned count = 0;
    while (text[count])
        count++;
    klew_assert(count < 5);
    return count;
}
