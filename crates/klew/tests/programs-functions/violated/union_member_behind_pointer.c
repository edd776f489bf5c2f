// Bytes of a union are a pointer or a number, whichever the tag says.
// options: --function value_of
#include <klew.h>
#include <stddef.h>

struct node {
    enum { NUMBER, CHILD } tag;
    union {
        long number;
        struct node *child;
    } of;
};

void value_of(struct node *node)
{
    if (node == NULL)
        return;
    if (node->tag == CHILD)
        klew_assert(node->of.child != node); // expect: assertion
}
