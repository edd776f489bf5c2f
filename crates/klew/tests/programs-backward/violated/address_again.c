/* The address of a block that is free may be that of a new one: no input decides that. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *first = malloc(8);
    int again = __VERIFIER_nondet_int();
    free(first);
    char *second = malloc(8);
    if (again == 3 && second == first)
        free(first);
    free(second); /* valid-free */
    return 0;
}
