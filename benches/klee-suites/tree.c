/* klee: */
#include "../../crates/klew/tests/programs-suites/c/tree.c"
#include <klee/klee.h>

/* A tree of up to so many levels with any keys: KLEE makes no objects by itself. */
static struct tree *any_tree(int levels)
{
    struct tree *tree;
    int key;
    if (levels == 0 || !klee_range(0, 2, "is there"))
        return 0;
    tree = malloc(sizeof *tree);
    klee_make_symbolic(&key, sizeof key, "key");
    tree->key = key;
    tree->left = any_tree(levels - 1);
    tree->right = any_tree(levels - 1);
    return tree;
}

int main(void)
{
    int number;
    struct tree *tree;
    klee_make_symbolic(&number, sizeof number, "number");
    tree = any_tree(3);
    switch (klee_range(0, 3, "which")) {
    case 0: find(tree, number); break;
    case 1: depth(tree, number); break;
    default: add(tree, number);
    }
    return 0;
}
