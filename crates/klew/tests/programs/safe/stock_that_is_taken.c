// options: --property assertion
// What is left of a stock after no more than it was taken is not negative, of however many stocks; and a number that is at most 9
// more than another stays so.
#include <klew.h>
#include <stdlib.h>

struct item {
    int stock, taken, shelf;
    struct item *next;
};

int main(void) {
    struct item *items = NULL;
    int first = klew_int("first shelf");
    klew_assume(first >= 0 && first < 1000);
    while (klew_bool("another")) {
        int stock = klew_int("stock"), by = klew_int("by");
        if (stock < 0)
            continue;
        struct item *item = malloc(sizeof *item);
        if (!item)
            return 1;
        item->stock = stock;
        item->taken = 0;
        item->shelf = first + (by & 7);
        item->next = items;
        items = item;
    }
    for (struct item *item = items; item; item = item->next) {
        int wanted = klew_int("wanted");
        if (wanted < 0 || wanted > item->stock)
            continue;
        item->taken = wanted;
        item->stock -= wanted;
    }
    for (struct item *item = items; item; item = item->next) {
        klew_assert(item->stock >= 0 && item->taken >= 0);
        klew_assert(item->shelf >= first && item->shelf < first + 8);
    }
    return 0;
}
