// Looking up a key in a tree of at most two levels.
// options: --function lookup --precondition flat
#include <klew.h>

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
    return !tree || (leaf(tree->left) && leaf(tree->right));
}

struct tree *lookup(struct tree *tree, int key)
{
    while (tree && tree->key != key)
        tree = key < tree->key ? tree->left : tree->right;
    klew_assert(!tree || tree->key == key);
    return tree;
}
