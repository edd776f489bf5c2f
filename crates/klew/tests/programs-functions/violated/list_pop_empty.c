// A stack in a global variable may be empty.
// options: --function pop
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *top;

int pop(void)
{
    struct node *node = top;
    int value = node->value; // expect: valid-deref
    top = node->next;
    free(node);
    return value;
}
