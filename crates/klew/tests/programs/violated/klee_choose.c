// KLEE's choice of a number below a limit, and its assertion.
#include "klee/klee.h"

int main(void) {
    uintptr_t which = klee_choose(5);
    int table[5] = {3, 1, 4, 1, 5};
    klee_assert(table[which] != 4); // expect: assertion
    return 0;
}
