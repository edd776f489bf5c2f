// What nodes hold is computed, and conditions are of what it is computed of.
// options: --engine segments
#include <klew.h>
#include <assert.h>
#include <stdlib.h>

struct node {
    struct node *next;
    unsigned digit;
};

static struct node *put(struct node *list, unsigned digit)
{
    struct node *node = malloc(sizeof *node);
    if (!node) {
        abort();
    }
    node->next = list;
    node->digit = digit;
    return node;
}

int main(void)
{
    struct node *list = 0;
    while (klew_bool("another")) {
        unsigned digit = klew_uint("number") % 10;
        list = digit < 5 ? put(list, digit + 5) : put(list, digit);
    }
    while (list) {
        struct node *next = list->next;
        assert(list->digit >= 5 && list->digit < 10);
        free(list);
        list = next;
    }
    return 0;
}
