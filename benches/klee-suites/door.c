/* klee: */
#include "../../crates/klew/tests/programs-suites/c/door.c"
#include <klee/klee.h>

int main(void)
{
    struct door door;
    enum event event;
    klee_make_symbolic(&door, sizeof door, "door");
    klee_make_symbolic(&event, sizeof event, "event");
    step(&door, event);
    return 0;
}
