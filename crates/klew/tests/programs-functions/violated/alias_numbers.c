// Two pointers to numbers may be one.
// options: --function doubled --precondition not_null
#include <klew.h>

static int not_null(int *to, int *from)
{
    return to && from;
}

void doubled(int *to, int *from)
{
    unsigned before = (unsigned)*from;
    *to = 1;
    *to += 1;
    klew_assert((unsigned)*from == before || *from != 2); // expect: assertion
}
