// What a union behind a pointer holds is passed on as a number; that it may be the pointer is seen.
// options: --function check --engine forward
// policies: path-optimal
#include <assert.h>
#include <stddef.h>

struct tree {
    int is_node;
    union {
        long value;
        struct tree *child;
    } content;
};

static int holds(struct tree tree, const struct tree *child)
{
    return tree.is_node && tree.content.child == child;
}

void check(struct tree *tree)
{
    if (tree != NULL)
        assert(!holds(*tree, tree));
}
