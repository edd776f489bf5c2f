// A pointer of a union may be null.
// options: --function symbol

struct node { int count; unsigned short symbol; };
union tree {
    struct { unsigned char is_leaf : 1, visible : 1; unsigned char symbol; } leaf;
    const struct node *node;
};

int symbol(union tree tree)
{
    if (tree.leaf.is_leaf)
        return tree.leaf.symbol;
    return tree.node->symbol; // expect: valid-deref
}
