// A rotation of a search tree keeps its order.
// options: --function rotate --precondition rotatable
#include <klew.h>

struct tree {
    int key;
    struct tree *left, *right;
};

static int rotatable(struct tree *root)
{
    if (!root || !root->left)
        return 0;
    return root->left->key < root->key && root->left != root;
}

struct tree *rotate(struct tree *root)
{
    struct tree *pivot = root->left;
    struct tree *middle = pivot->right;
    root->left = middle;
    pivot->right = root;
    klew_assert(pivot->key < pivot->right->key);
    klew_assert(pivot->right->left == middle);
    return pivot;
}
