/* klee: */
#include "../../crates/klew/tests/programs-suites/c/sorted_list.c"
#include <klee/klee.h>

/* A list of up to three nodes with any values: KLEE makes no objects by itself. */
static struct node *any_list(void)
{
    struct node *list = 0;
    int count = klee_range(0, 4, "count");
    while (count-- > 0) {
        struct node *node = malloc(sizeof *node);
        int value;
        klee_make_symbolic(&value, sizeof value, "element");
        node->value = value;
        node->next = list;
        list = node;
    }
    return list;
}

int main(void)
{
    int value, removed = 0;
    struct node *list = any_list();
    klee_make_symbolic(&value, sizeof value, "value");
    switch (klee_range(0, 4, "which")) {
    case 0: insert(list, value); break;
    case 1: remove_all(list, value, &removed); break;
    case 2: remove_all(list, value, 0); break;
    default: length(list);
    }
    return 0;
}
