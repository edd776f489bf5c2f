// target: rebalance
#include <klew.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *left, *right;
};

static struct node *insert(struct node *root, int value)
{
    if (!root) {
        struct node *fresh = calloc(1, sizeof *fresh);
        fresh->value = value;
        return fresh;
    }
    if (value < root->value)
        root->left = insert(root->left, value);
    else
        root->right = insert(root->right, value);
    return root;
}

static void rebalance(struct node *root)
{
    root->value = 0; // at
}

int main(void)
{
    struct node *root = 0;
    for (int i = 0; i < 3; i++)
        root = insert(root, klew_int("value"));
    if (root->right && root->right->left)
        rebalance(root);
    return 0;
}
