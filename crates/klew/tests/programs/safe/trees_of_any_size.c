// Search trees of any size, taken apart leaf by leaf: the node above is remembered on the way down.
// options: --engine segments
#include <klew.h>
#include <stdlib.h>

struct node {
    int key;
    struct node *left, *right;
};

int main(void) {
    struct node *root = NULL;
    while (klew_bool("more")) {
        int key = klew_int("key");
        struct node **place = &root;
        while (*place)
            place = key < (*place)->key ? &(*place)->left : &(*place)->right;
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->key = key;
        node->left = node->right = NULL;
        *place = node;
    }

    int sought = klew_int("sought");
    struct node *at = root;
    while (at && at->key != sought)
        at = sought < at->key ? at->left : at->right;

    while (root) {
        struct node *above = NULL, *leaf = root;
        while (leaf->left || leaf->right) {
            above = leaf;
            leaf = leaf->left ? leaf->left : leaf->right;
        }
        if (!above)
            root = NULL;
        else if (above->left == leaf)
            above->left = NULL;
        else
            above->right = NULL;
        free(leaf);
    }
    return 0;
}
