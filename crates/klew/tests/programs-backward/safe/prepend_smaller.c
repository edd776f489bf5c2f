// A smaller value goes before the first node of a list: figure 6 of the paper, in C. There is a list.
// options: --function prepend_smaller
#include <klew.h>
#include <stdlib.h>

struct node {
    int val;
    struct node *next;
};

void prepend_smaller(struct node *self, int v)
{
    if (!self)
        return;
    if (v < self->val) {
        struct node *n = malloc(sizeof *n);
        n->val = self->val;
        n->next = self->next;
        self->next = n;
        self->val = v;
        klew_assert(self->val <= self->next->val);
    }
}
