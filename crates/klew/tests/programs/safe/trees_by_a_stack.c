// Trees of any size, taken apart by a stack of what is still to be freed.
// options: --engine segments
#include <klew.h>
#include <stdlib.h>

struct node {
    int key;
    struct node *left, *right;
};

struct open {
    struct open *next;
    struct node *node;
};

static void *allocate(size_t size) {
    void *block = malloc(size);
    if (!block)
        abort();
    return block;
}

static struct open *push(struct open *top, struct node *node) {
    if (!node)
        return top;
    struct open *open = allocate(sizeof *open);
    open->next = top;
    open->node = node;
    return open;
}

int main(void) {
    struct node *root = NULL;
    while (klew_bool("more")) {
        struct node *node = allocate(sizeof *node);
        node->key = klew_int("key");
        node->left = node->right = NULL;
        struct node **place = &root;
        while (*place)
            place = klew_bool("left") ? &(*place)->left : &(*place)->right;
        *place = node;
    }

    struct open *top = push(NULL, root);
    while (top) {
        struct open *open = top;
        struct node *node = open->node;
        top = open->next;
        free(open);
        top = push(push(top, node->left), node->right);
        free(node);
    }
    return 0;
}
