// A rotation, assumed to be of a tree: if the left child is the root itself, its key is not smaller.
// options: --function rotate --precondition has_left
#include <klew.h>

struct tree {
    int key;
    struct tree *left, *right;
};

static int has_left(struct tree *root)
{
    return root && root->left && root->left->key <= root->key;
}

struct tree *rotate(struct tree *root)
{
    struct tree *pivot = root->left;
    struct tree *middle = pivot->right;
    root->left = middle;
    pivot->right = root;
    klew_assert(pivot != pivot->right); // expect: assertion
    return pivot;
}
