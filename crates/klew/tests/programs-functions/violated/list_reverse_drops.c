// A reversal that forgets the first node of lists of two and more.
// options: --function checked --precondition short_list
#include <klew.h>

struct node {
    int value;
    struct node *next;
};

static int length(struct node *list)
{
    int count = 0;
    for (; list; list = list->next)
        count++;
    return count;
}

static int short_list(struct node *list)
{
    int count = 0;
    for (; list; list = list->next)
        if (++count > 3)
            return 0;
    return 1;
}

static struct node *reverse(struct node *list)
{
    struct node *reversed = 0;
    while (list && list->next) {
        struct node *next = list->next;
        list->next = reversed;
        reversed = list;
        list = next;
    }
    return reversed ? reversed : list;
}

void checked(struct node *list)
{
    int before = length(list);
    klew_assert(length(reverse(list)) == before); // expect: assertion
}
