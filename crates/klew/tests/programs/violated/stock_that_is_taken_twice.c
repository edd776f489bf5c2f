// options: --property assertion
// As safe/stock_that_is_taken.c, but what is taken the second time is compared with what there was at first.
#include <klew.h>
#include <stdlib.h>

struct item {
    int stock, first;
    struct item *next;
};

int main(void) {
    struct item *items = NULL;
    while (klew_bool("another")) {
        int stock = klew_int("stock");
        struct item *item = malloc(sizeof *item);
        if (stock < 0 || !item)
            return 1;
        item->stock = item->first = stock;
        item->next = items;
        items = item;
    }
    for (int turn = 0; turn < 2; turn++)
        for (struct item *item = items; item; item = item->next) {
            int wanted = klew_int("wanted");
            if (wanted >= 0 && wanted <= item->first)
                item->stock -= wanted;
        }
    for (struct item *item = items; item; item = item->next)
        klew_assert(item->stock >= 0); // expect: assertion
    return 0;
}
