// options: --engine segments
// A tree of any size by recursion: numbers are put in and taken out, it is turned round, copied and measured.
#include <klew.h>
#include <stdlib.h>

struct node {
    struct node *left, *right;
    int number;
};

static struct node *insert(struct node *tree, int number) {
    if (tree == NULL) {
        struct node *node = malloc(sizeof *node);
        if (node == NULL)
            abort();
        node->left = node->right = NULL;
        node->number = number;
        return node;
    }
    if (number < tree->number)
        tree->left = insert(tree->left, number);
    else
        tree->right = insert(tree->right, number);
    return tree;
}

static struct node *take_out(struct node *tree, int number) {
    if (tree == NULL)
        return NULL;
    if (number != tree->number) {
        if (number < tree->number)
            tree->left = take_out(tree->left, number);
        else
            tree->right = take_out(tree->right, number);
        return tree;
    }
    if (tree->left == NULL || tree->right == NULL) {
        struct node *rest = tree->left != NULL ? tree->left : tree->right;
        free(tree);
        return rest;
    }
    struct node *next = tree->right;
    while (next->left != NULL)
        next = next->left;
    tree->number = next->number;
    tree->right = take_out(tree->right, next->number);
    return tree;
}

static void turn_round(struct node *tree) {
    if (tree == NULL)
        return;
    struct node *left = tree->left;
    tree->left = tree->right;
    tree->right = left;
    turn_round(tree->left);
    turn_round(tree->right);
}

static struct node *copy(const struct node *tree) {
    if (tree == NULL)
        return NULL;
    struct node *node = malloc(sizeof *node);
    if (node == NULL)
        abort();
    node->number = tree->number;
    node->left = copy(tree->left);
    node->right = copy(tree->right);
    return node;
}

static int height(const struct node *tree) {
    if (tree == NULL)
        return 0;
    int left = height(tree->left), right = height(tree->right);
    return 1 + (left > right ? left : right);
}

static void drop(struct node *tree) {
    if (tree == NULL)
        return;
    drop(tree->left);
    drop(tree->right);
    free(tree);
}

int main(void) {
    struct node *tree = NULL;
    while (klew_bool("one more")) {
        if (klew_bool("in"))
            tree = insert(tree, klew_range(0, 1000, "number"));
        else
            tree = take_out(tree, klew_range(0, 1000, "number"));
    }
    struct node *other = copy(tree);
    turn_round(tree);
    if (other != NULL && height(other) > 1) {
        drop(other->left);
        other->left = NULL;
    }
    drop(other);
    drop(tree);
    return 0;
}
