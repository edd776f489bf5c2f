// Both parts of a pair may be one object.
// options: --function destroy --precondition not_null
#include <stdlib.h>

struct pair {
    char *first, *second;
};

static int not_null(struct pair *pair)
{
    return pair != 0;
}

void destroy(struct pair *pair)
{
    free(pair->first);
    free(pair->second); // expect: valid-free
    free(pair);
}
