// Insertion into a sorted list keeps it sorted.
// options: --function insert --precondition sorted_and_apart
#include <klew.h>

struct node {
    int value;
    struct node *next;
};

static int sorted(struct node *list)
{
    for (; list && list->next; list = list->next)
        if (list->value > list->next->value)
            return 0;
    return 1;
}

static int sorted_and_apart(struct node *list, struct node *new)
{
    int length = 0;
    if (!new)
        return 0;
    for (struct node *node = list; node; node = node->next)
        if (++length > 3 || node == new)
            return 0;
    return sorted(list);
}

struct node *insert(struct node *list, struct node *new)
{
    struct node **place = &list;
    while (*place && (*place)->value < new->value)
        place = &(*place)->next;
    new->next = *place;
    *place = new;
    klew_assert(sorted(list));
    return list;
}
