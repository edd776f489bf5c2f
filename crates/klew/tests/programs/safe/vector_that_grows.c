// options: --engine segments
// A vector whose buffer is twice as large each time that it is full, of any number of elements.
#include <klew.h>
#include <stdlib.h>

struct vector {
    int *items;
    size_t used, room;
};

static void push(struct vector *vector, int item) {
    if (vector->used == vector->room) {
        size_t room = vector->room ? vector->room * 2 : 4;
        if (room > 1000000)
            exit(1);
        int *items = realloc(vector->items, room * sizeof *items);
        if (!items)
            exit(1);
        vector->items = items;
        vector->room = room;
    }
    vector->items[vector->used++] = item;
}

int main(void) {
    struct vector *vector = malloc(sizeof *vector);
    if (!vector)
        return 1;
    vector->items = NULL;
    vector->used = vector->room = 0;
    while (klew_bool("another"))
        push(vector, klew_int("item"));
    for (size_t i = 0; i < vector->used; i++)
        vector->items[i] = 0;
    while (vector->used > 0)
        vector->items[--vector->used] = 1;
    free(vector->items);
    free(vector);
    return 0;
}
