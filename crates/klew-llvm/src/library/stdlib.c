/* stdlib.h: sorting, searching, random numbers. */
#include "model.h"

typedef int (*comparison)(const void *, const void *);
typedef int (*comparison_with)(const void *, const void *, void *);

/* The place for an element after all of the first `count` that are not greater. */
INTERNAL size_t place_for(const char *elements, size_t count, size_t size, const void *element,
                          comparison compare, comparison_with compare_with, void *context) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *other = elements + middle * size;
        int order = compare != 0 ? compare(element, other) : compare_with(element, other, context);
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* Binary insertion: stable, as glibc's merge sort is. */
INTERNAL void sort(char *elements, size_t count, size_t size, comparison compare,
                   comparison_with compare_with, void *context) {
    if ((count < 2) | (size == 0))
        return;
    char *moved = __builtin_alloca(size);
    for (size_t i = 1; i < count; i++) {
        char *element = elements + i * size;
        size_t place = place_for(elements, i, size, element, compare, compare_with, context);
        if (place == i)
            continue;
        char *target = elements + place * size;
        __builtin_memcpy(moved, element, size);
        __builtin_memmove(target + size, target, (i - place) * size);
        __builtin_memcpy(target, moved, size);
    }
}

void qsort(void *elements, size_t count, size_t size, comparison compare) {
    sort(elements, count, size, compare, 0, 0);
}

void qsort_r(void *elements, size_t count, size_t size, comparison_with compare, void *context) {
    sort(elements, count, size, 0, compare, context);
}

void *bsearch(const void *key, const void *elements, size_t count, size_t size,
              comparison compare) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const char *element = (const char *)elements + middle * size;
        int order = compare(key, element);
        if (order == 0)
            return (void *)element;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}

/* search.h: the first equal element; lsearch puts it behind the others if there is none. */

void *lfind(const void *key, const void *elements, size_t *count, size_t size, comparison compare) {
    for (size_t i = 0; i < *count; i++) {
        const char *element = (const char *)elements + i * size;
        if (compare(key, element) == 0)
            return (void *)element;
    }
    return 0;
}

void *lsearch(const void *key, void *elements, size_t *count, size_t size, comparison compare) {
    void *found = lfind(key, elements, count, size, compare);
    if (found != 0)
        return found;
    char *end = (char *)elements + *count * size;
    __builtin_memcpy(end, key, size);
    *count += 1;
    return end;
}

/* Random numbers: any. */

/* Behind a seed that the program gives, numbers are always the same ones, which are not computed. */
static int seed_is_known;

int rand(void) { return (seed_is_known ? klew_int("approximate rand") : klew_int("rand")) & INT_MAX; }

int rand_r(unsigned *seed) {
    *seed = klew_uint("rand_r");
    return (int)(*seed & INT_MAX);
}

void srand(unsigned seed) { seed_is_known = klew_is_known((int)seed); }
long random(void) { return (seed_is_known ? klew_int("approximate random") : klew_int("random")) & INT_MAX; }
void srandom(unsigned seed) { srand(seed); }
long lrand48(void) { return klew_int("lrand48") & INT_MAX; }
long mrand48(void) { return klew_int("mrand48"); }
void srand48(long seed) { (void)seed; }

double drand48(void) {
    double value = klew_double("drand48");
    klew_assume((value >= 0) & (value < 1));
    return value;
}

int system(const char *command) {
    if (command != 0)
        length_of(command);
    return klew_int("system");
}
