// A list may have any length: within a number of instructions, nothing is wrong.
// options: --function length --max-instructions 100
struct node {
    struct node *next;
};

unsigned length(struct node *list)
{
    unsigned count = 0;
    for (; list; list = list->next)
        count++;
    return count;
}
