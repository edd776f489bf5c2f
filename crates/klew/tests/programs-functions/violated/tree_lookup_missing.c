// A lookup that takes it for granted that the key is there.
// options: --function lookup --precondition flat

struct tree {
    int key;
    struct tree *left, *right;
};

static int leaf(struct tree *tree)
{
    return !tree || (!tree->left && !tree->right);
}

static int flat(struct tree *tree)
{
    return tree && leaf(tree->left) && leaf(tree->right);
}

int lookup(struct tree *tree, int key)
{
    while (tree->key != key) // expect: valid-deref
        tree = key < tree->key ? tree->left : tree->right;
    return tree->key;
}
