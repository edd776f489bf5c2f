// Insertion that never looks at the first node: the list is not sorted if the new value is the smallest.
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
    struct node *before = list;
    if (!list)
        return new;
    while (before->next && before->next->value < new->value)
        before = before->next;
    new->next = before->next;
    before->next = new;
    klew_assert(sorted(list)); // expect: assertion
    return list;
}
