// Only the first item of each group is freed.
#include <klew.h>
#include <stdlib.h>

struct item {
    struct item *next;
    int number;
};

struct group {
    struct item *items;
    struct group *next;
};

static void *get(size_t size)
{
    void *memory = malloc(size); // expect: valid-memtrack
    if (!memory) {
        abort();
    }
    return memory;
}

static struct item *items(void)
{
    struct item *all = 0;
    while (klew_bool("another item")) {
        struct item *item = get(sizeof *item);
        item->next = all;
        item->number = klew_int("number");
        all = item;
    }
    return all;
}

int main(void)
{
    struct group *groups = 0;
    while (klew_bool("another group")) {
        struct group *group = get(sizeof *group);
        group->items = items();
        group->next = groups;
        groups = group;
    }
    while (groups) {
        struct group *next = groups->next;
        if (groups->items) {
            struct item *rest = groups->items->next;
            free(groups->items);
            groups->items = rest;
        }
        free(groups);
        groups = next;
    }
    return 0;
}
