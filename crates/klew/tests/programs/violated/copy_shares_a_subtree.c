// A copy of a tree has a subtree in common with it where a number is 7, so that is freed twice.
#include <klew.h>
#include <stdlib.h>

struct node {
    struct node *left, *right;
    int number;
};

static struct node *copy(struct node *tree) {
    if (tree == NULL)
        return NULL;
    struct node *node = malloc(sizeof *node);
    if (node == NULL)
        abort();
    node->number = tree->number;
    node->left = copy(tree->left);
    node->right = tree->number == 7 ? tree->right : copy(tree->right);
    return node;
}

static void drop(struct node *tree) {
    if (tree == NULL)
        return;
    drop(tree->left); // expect: valid-deref
    drop(tree->right);
    free(tree);
}

int main(void) {
    struct node *tree = NULL;
    while (klew_bool("one more")) {
        struct node *node = malloc(sizeof *node);
        if (node == NULL)
            abort();
        node->left = NULL;
        node->right = tree;
        node->number = klew_range(0, 10, "number");
        tree = node;
    }
    struct node *other = copy(tree);
    drop(tree);
    drop(other);
    return 0;
}
