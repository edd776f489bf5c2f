// The third program of the paper: whether one of the first nodes of a list holds nothing.
// options: --function has_null
struct object;

struct node {
    struct object *value;
    struct node *next;
};

_Bool has_null(struct node *list)
{
    for (int index = 0; index < 4 && list; index++, list = list->next)
        if (!list->value)
            return 1;
    return 0;
}
