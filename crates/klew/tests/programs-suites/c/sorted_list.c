/* A list that is kept sorted. */
/* suite: --function insert; --function remove_all; --function length */
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

/* Puts a value where it belongs; gives the list, or the old one where there is no memory. */
struct node *insert(struct node *list, int value)
{
    struct node **place = &list;
    struct node *added = malloc(sizeof *added);
    if (!added)
        return list;
    while (*place && (*place)->value < value)
        place = &(*place)->next;
    added->value = value;
    added->next = *place;
    *place = added;
    return list;
}

/* Takes out all nodes with that value; how many there were is counted in `removed`. A list that is a ring is no list. */
struct node *remove_all(struct node *list, int value, int *removed)
{
    struct node **place = &list;
    while (*place) {
        struct node *node = *place;
        if (node->value == value) {
            *place = node->next;
            free(node);
            if (removed)
                ++*removed;
        } else {
            place = &node->next;
        }
    }
    return list;
}

/* Its length, or -1 if it is not sorted. */
int length(const struct node *list)
{
    int count = 0;
    for (; list; list = list->next) {
        if (list->next && list->next->value < list->value)
            return -1;
        count++;
    }
    return count;
}
