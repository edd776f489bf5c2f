/* Sorts a doubly linked list of any small numbers, then deletes one and frees the rest. */
#include <klew.h>
#include <stdlib.h>
#include <utlist.h>

enum { COUNT = 4 };

struct item {
    int key;
    struct item *prev, *next;
};

static int compare(const struct item *a, const struct item *b) { return (a->key > b->key) - (a->key < b->key); }

int main(void)
{
    struct item *list = 0, *item, *next;
    int count = 0, wanted = klew_int("wanted");
    for (int i = 0; i < COUNT; i++) {
        item = malloc(sizeof *item);
        item->key = klew_int("key");
        DL_APPEND(list, item);
    }
    DL_SORT(list, compare);
    DL_FOREACH(list, item) {
        klew_assert(item->next == 0 || item->key <= item->next->key);
        klew_assert(item->prev->next == item || item == list);
    }
    DL_SEARCH_SCALAR(list, item, key, wanted);
    if (item != 0) {
        DL_DELETE(list, item);
        free(item);
        count++;
    }
    DL_FOREACH_SAFE(list, item, next) {
        DL_DELETE(list, item);
        free(item);
        count++;
    }
    klew_assert(count == COUNT && list == 0);
    return 0;
}
