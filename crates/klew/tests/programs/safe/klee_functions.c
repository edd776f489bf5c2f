// What programs written for KLEE call besides inputs.
#include "klee/klee.h"
#include <errno.h>
#include <unistd.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    uintptr_t which = klee_choose(3);
    klee_assert(which < 3);
    klee_prefer_cex(&x, x > 0);
    klee_print_range("x", x);
    klee_assert(klee_get_value_i32(x) == x);
    klee_assert(klee_get_obj_size(&x) == sizeof x);
    klee_assert(close(40) == -1 && klee_get_errno() == EBADF);
    if (x == 3)
        klee_silent_exit(0);
    klee_assert(x != 3);
    return 0;
}
