// A tree whose leaves are taken away: a leaf at the right of a node that has another one at its left is freed and stays in the tree.
#include <klew.h>
#include <stdlib.h>

struct node {
    int key;
    struct node *left, *right;
};

int main(void) {
    struct node *root = NULL;
    while (klew_bool("more")) {
        struct node **place = &root;
        while (*place)
            place = klew_bool("left") ? &(*place)->left : &(*place)->right;
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->key = 1;
        node->left = node->right = NULL;
        *place = node;
    }

    while (root) {
        struct node *above = NULL, *leaf = root;
        int keeps_left = 0;
        while (leaf->left || leaf->right) { // expect: valid-deref
            above = leaf;
            keeps_left = leaf->left && leaf->right;
            leaf = leaf->right ? leaf->right : leaf->left;
        }
        if (!above)
            root = NULL;
        else if (above->left == leaf)
            above->left = NULL;
        else if (!keeps_left)
            above->right = NULL;
        free(leaf);
    }
    return 0;
}
