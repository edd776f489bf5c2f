// Degree counting(A, b) of the paper (section 5): the check can fail if and only if A + 2 <= b, where b is the
// number of turns of each loop.
// options: --function count
#include <klew.h>

#define A 1

struct node {
    struct node *next, *target;
    int index, degree;
};

void count(struct node *first)
{
    int index = 0;
    for (struct node *n = first; n; n = n->next) {
        n->degree = 0;
        n->index = index++;
    }
    for (struct node *n = first; n; n = n->next)
        if (n->target)
            n->target->degree++;
    for (struct node *n = first; n; n = n->next)
        klew_assert(n->index <= A || n->degree <= n->index);
}
