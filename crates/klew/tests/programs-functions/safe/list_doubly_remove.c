// A node is taken out of a doubly linked list whose links agree.
// options: --function take_out --precondition links_agree
#include <klew.h>

struct node {
    struct node *next, *previous;
};

static int links_agree(struct node *node)
{
    if (!node)
        return 0;
    if (node->next && node->next->previous != node)
        return 0;
    if (node->previous && node->previous->next != node)
        return 0;
    return node->next != node && node->previous != node;
}

void take_out(struct node *node)
{
    struct node *next = node->next, *previous = node->previous;
    if (previous)
        previous->next = next;
    if (next)
        next->previous = previous;
    node->next = node->previous = 0;
    klew_assert(!next || next->previous == previous);
    klew_assert(!previous || previous->next == next);
}
