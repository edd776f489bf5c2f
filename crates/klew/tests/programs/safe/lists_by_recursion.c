// options: --engine segments
// A sorted list of any length by recursion, whose nodes go in front of others.
#include <klew.h>
#include <stdlib.h>

struct node {
    int number;
    struct node *next;
};

static struct node *insert(struct node *list, int number) {
    if (list == NULL || list->number >= number) {
        struct node *node = malloc(sizeof *node);
        if (node == NULL)
            abort();
        node->number = number;
        node->next = list;
        return node;
    }
    list->next = insert(list->next, number);
    return list;
}

static void drop(struct node *list) {
    if (list == NULL)
        return;
    drop(list->next);
    free(list);
}

int main(void) {
    struct node *list = NULL;
    while (klew_bool("one more"))
        list = insert(list, klew_int("number"));
    drop(list);
    return 0;
}
