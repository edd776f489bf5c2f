// A copy of a node is lost where the value is negative.
// options: --function copy --property valid-memtrack
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

struct node *copy(struct node *from)
{
    if (!from)
        return 0;
    struct node *node = malloc(sizeof *node); // expect: valid-memtrack
    *node = *from;
    if (node->value < 0)
        return 0;
    return node;
}
