// options: --function last
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

int last(struct node *list)
{
    while (list && list->next) {
        if (list->next->value < list->value)
            return -1; // target
        list = list->next;
    }
    return 0;
}
