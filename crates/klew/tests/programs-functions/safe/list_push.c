// A stack in a global variable; what is pushed is still there.
// options: --function push
#include <klew.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *top;

void push(int value)
{
    struct node *below = top;
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = below;
    top = node;
    klew_assert(top->next == below && top != below);
}
