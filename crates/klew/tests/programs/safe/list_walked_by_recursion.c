// A list of any length that functions walk which call themselves last.
#include <klew.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static void set(struct node *list, int value) {
    if (list == NULL)
        return;
    list->value = value;
    set(list->next, value);
}

static void destroy(struct node *list) {
    if (list == NULL)
        return;
    struct node *rest = list->next;
    free(list);
    destroy(rest);
}

int main(void) {
    struct node *list = NULL;
    while (klew_int("more")) {
        struct node *first = malloc(sizeof *first);
        if (first == NULL)
            abort();
        first->value = 0;
        first->next = list;
        list = first;
    }
    set(list, 5);
    destroy(list);
    return 0;
}
