// What KLEE replaces while the program runs, klew does not.
#include "klee/klee.h"

static int one(void) { return 1; }

int main(void) {
    klee_alias_function("one", "two");
    return one() != 1;
}
