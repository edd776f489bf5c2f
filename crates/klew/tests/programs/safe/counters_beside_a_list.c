// Counters that belong together while a list is made: no solver of invariants sees them, as the list is in the way.
// options: --engine segments --property assertion
#include <klew.h>
#include <assert.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

int main(void)
{
    struct node *list = 0;
    int positive = 0, others = 0, all = 0;
    while (klew_int("more")) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            return 0;
        node->value = klew_int("value");
        if (node->value > 0)
            positive++;
        else
            others++;
        all++;
        node->next = list;
        list = node;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    assert(positive + others == all);
    return 0;
}
