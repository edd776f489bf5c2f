// Gives the last node of a list, which an empty list does not have.
// options: --function last --precondition short_list

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

int last(struct node *list)
{
    while (list->next) // expect: valid-deref
        list = list->next;
    return list->value;
}
