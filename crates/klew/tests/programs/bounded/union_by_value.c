// limit: arrays behind input pointers
// A union that is passed in a register: bytes, or a pointer, as a bit says that lies in no pointer.
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
    return tree.node ? tree.node->symbol : -1;
}
