/* A binary search tree. */
/* suite: --function find --precondition is_tree; --function depth --precondition is_tree; --function add --precondition is_small */
#include <klew.h>
#include <stdlib.h>

struct tree {
    int key;
    struct tree *left, *right;
};

static int is_tree(struct tree *tree)
{
    return !tree || (tree->left != tree && tree->right != tree);
}

static int is_small(struct tree *tree)
{
    return !tree || (!tree->left || (!tree->left->left && !tree->left->right)) &&
                        (!tree->right || (!tree->right->left && !tree->right->right));
}

const struct tree *find(const struct tree *tree, int key)
{
    while (tree) {
        if (key < tree->key)
            tree = tree->left;
        else if (key > tree->key)
            tree = tree->right;
        else
            return tree;
    }
    return 0;
}

/* The depth of the tree as far as it is at most `most`; -1 if it is deeper. */
int depth(const struct tree *tree, int most)
{
    int left, right;
    if (!tree)
        return 0;
    if (most <= 0 || most > 3)
        return -1;
    left = depth(tree->left, most - 1);
    if (left < 0)
        return -1;
    right = depth(tree->right, most - 1);
    if (right < 0)
        return -1;
    return 1 + (left > right ? left : right);
}

/* Adds a key unless it is there; gives the tree. */
struct tree *add(struct tree *tree, int key)
{
    struct tree **place = &tree;
    while (*place) {
        if ((*place)->key == key)
            return tree;
        place = key < (*place)->key ? &(*place)->left : &(*place)->right;
    }
    *place = calloc(1, sizeof **place);
    if (*place)
        (*place)->key = key;
    return tree;
}
