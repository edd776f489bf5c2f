// So many bytes as the caller says, copied to what is allocated for them.
// options: --function copy --precondition that_many --input-array-max 4
#include <klew.h>
#include <stdlib.h>
#include <string.h>

static int that_many(const char *text, unsigned size)
{
    if (!text || size < 3 || size > 4)
        return 0;
    (void)text[size - 1];
    return 1;
}

int copy(const char *text, unsigned size)
{
    char *all = malloc(size);
    if (!all)
        return 0;
    memcpy(all, text, size);
    int same = all[size - 1] == text[size - 1] && all[2] == text[2];
    klew_assert(same);
    klew_assert(all[1] != 'k'); // expect: assertion
    free(all);
    return same;
}
