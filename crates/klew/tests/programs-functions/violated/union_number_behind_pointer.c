// Bytes of a union are any number, also where a pointer comes first in it.
// options: --function value_of
#include <klew.h>
#include <stddef.h>

struct node {
    enum { CHILD, NUMBER } tag;
    union {
        struct node *child;
        long number;
    } of;
};

void value_of(struct node *node)
{
    if (node == NULL)
        return;
    if (node->tag == NUMBER)
        klew_assert(node->of.number != 9); // expect: assertion
}
