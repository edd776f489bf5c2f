// Trees of any size whose nodes know the one above: all hold the same number, and are taken apart upwards.
// options: --engine segments
#include <assert.h>
#include <klew.h>
#include <stdlib.h>

struct node {
    struct node *left, *right, *above;
    int kind;
};

static struct node *new_node(struct node *above) {
    struct node *node = malloc(sizeof *node);
    if (!node)
        abort();
    node->left = node->right = NULL;
    node->above = above;
    node->kind = 4;
    return node;
}

int main(void) {
    struct node *root = new_node(NULL);
    while (klew_bool("more")) {
        struct node *at = root;
        while (at->left && at->right)
            at = klew_bool("left") ? at->left : at->right;
        if (!at->left && klew_bool("first"))
            at->left = new_node(at);
        else if (!at->right)
            at->right = new_node(at);
        else
            at->left = new_node(at);
    }

    struct node *at = root;
    while (at) {
        assert(at->kind == 4);
        assert(!at->left || at->left->above == at);
        if (at->left) {
            at = at->left;
        } else if (at->right) {
            at = at->right;
        } else {
            struct node *above = at->above;
            if (above && above->left == at)
                above->left = NULL;
            else if (above)
                above->right = NULL;
            free(at);
            at = above;
        }
    }
    return 0;
}
