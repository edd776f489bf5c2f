// What the pointer of a union leads to is an input as well.
// options: --function symbol
#include <klew.h>

struct node { int count; unsigned short symbol; };
union tree {
    struct { unsigned char is_leaf : 1, visible : 1; unsigned char symbol; } leaf;
    const struct node *node;
};

int symbol(union tree tree)
{
    if (tree.leaf.is_leaf || !tree.node)
        return tree.leaf.symbol;
    klew_assert(tree.node->count != 4242); // expect: assertion
    return tree.node->symbol;
}
