// options: --engine horn
// A ring buffer of any size whose counters and items are fields of a record, which begins as `{0}`, and a copy of one with
// other beginnings: each field is a value.
#include <klew.h>
#include <stdlib.h>

struct ring {
    int *items;
    unsigned first, count, room;
};

struct range {
    unsigned first, last;
    int *items;
};

int main(void) {
    struct ring ring = {0};
    ring.room = klew_uint("room");
    klew_assume(ring.room >= 1 && ring.room <= 10000);
    ring.items = malloc(ring.room * sizeof *ring.items);
    if (ring.items == NULL)
        return 1;
    while (klew_bool("more")) {
        if (klew_bool("put")) {
            if (ring.count < ring.room) {
                ring.items[(ring.first + ring.count) % ring.room] = 1;
                ring.count++;
            }
        } else if (ring.count > 0) {
            ring.items[ring.first] = 2;
            ring.first = (ring.first + 1) % ring.room;
            ring.count--;
        }
    }
    struct range all = {1, 2, NULL}, rest;
    all.last = ring.room;
    all.items = ring.items;
    rest = all;
    for (unsigned i = rest.first; i < rest.last; i++)
        rest.items[i] = 3;
    free(rest.items);
    return 0;
}
