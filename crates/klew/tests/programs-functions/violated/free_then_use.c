// A node that is taken out and freed may be the one that goes on to be used.
// options: --function drop --precondition not_null
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static int not_null(struct node *list, struct node *victim)
{
    return list && victim;
}

int drop(struct node *list, struct node *victim)
{
    free(victim);
    return list->value; // expect: valid-deref
}
