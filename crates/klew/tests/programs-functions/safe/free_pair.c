// Both parts of a pair are freed, once if they are one object.
// options: --function destroy
#include <stdlib.h>

struct pair {
    char *first, *second;
};

void destroy(struct pair *pair)
{
    if (!pair)
        return;
    free(pair->first);
    if (pair->second != pair->first)
        free(pair->second);
    free(pair);
}
