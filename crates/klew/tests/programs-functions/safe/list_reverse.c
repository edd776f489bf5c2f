// A singly linked list, reversed in place: reversed twice, it is as it was.
// options: --function twice --precondition short_list
#include <klew.h>

struct node {
    int value;
    struct node *next;
};

static int short_list(struct node *list)
{
    int length = 0;
    for (; list; list = list->next)
        if (++length > 3)
            return 0;
    return 1;
}

static struct node *reverse(struct node *list)
{
    struct node *reversed = 0;
    while (list) {
        struct node *next = list->next;
        list->next = reversed;
        reversed = list;
        list = next;
    }
    return reversed;
}

struct node *twice(struct node *list)
{
    struct node *again = reverse(reverse(list));
    klew_assert(again == list);
    return again;
}
