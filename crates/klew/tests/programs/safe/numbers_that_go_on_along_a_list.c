// Each node's number is that of the one before and one more, in the node itself and in memory of its own: there is no greatest, and no need of one.
// options: --engine segments
#include <klew.h>
#include <stdlib.h>

struct stop {
    struct stop *next;
    unsigned number;
    unsigned *far;
};

static struct stop *made(void)
{
    struct stop *stop = malloc(sizeof *stop);
    if (!stop)
        abort();
    stop->next = NULL;
    stop->far = malloc(sizeof *stop->far);
    if (!stop->far)
        abort();
    return stop;
}

int main(void)
{
    struct stop *first = made(), *last = first;
    first->number = 1;
    *first->far = 0;
    while (klew_bool("more")) {
        struct stop *stop = made();
        stop->number = last->number + 1;
        *stop->far = *last->far + stop->number;
        last->next = stop;
        last = stop;
    }
    while (first) {
        struct stop *next = first->next;
        free(first->far);
        free(first);
        first = next;
    }
    return 0;
}
