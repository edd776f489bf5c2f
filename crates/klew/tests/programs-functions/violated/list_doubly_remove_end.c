// A node is taken out of a doubly linked list as if there always were one after it.
// options: --function take_out --precondition not_null

struct node {
    struct node *next, *previous;
};

static int not_null(struct node *node)
{
    return node != 0;
}

void take_out(struct node *node)
{
    if (node->previous)
        node->previous->next = node->next;
    node->next->previous = node->previous; // expect: valid-deref
}
