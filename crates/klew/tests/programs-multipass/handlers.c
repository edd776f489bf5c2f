// Calls through a table of functions, recursion, and an error behind both.
#include <klew.h>
#include <stdlib.h>

struct item { struct item *next; int number; };
typedef struct item *(*maker)(struct item *);

static struct item *add(struct item *next) {
    struct item *item = malloc(sizeof *item);
    if (item == 0)
        abort();
    item->next = next;
    item->number = next != 0 ? next->number + 1 : 0;
    return item;
}

static struct item *drop(struct item *item) {
    if (item == 0)
        return 0;
    struct item *next = item->next;
    free(item);
    return next;
}

static const maker makers[2] = {add, drop};

static int last(const struct item *item) {
    return item->next == 0 ? item->number : last(item->next);
}

int main(void) {
    struct item *list = 0;
    for (int i = 0; i < 3; i++)
        list = makers[klew_uint("which") & 1](list);
    int number = last(list);
    while (list != 0)
        list = drop(list);
    return number;
}
