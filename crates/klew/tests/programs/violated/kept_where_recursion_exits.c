// options: --property valid-memcleanup
// What `main` allocated is still there where a function that calls itself ends the run.
#include <klew.h>
#include <stdlib.h>

static void descend(int depth) {
    if (depth <= 0)
        exit(0);
    descend(depth - 1);
    descend(depth - 2);
}

int main(void) {
    int depth = klew_int("depth");
    int *kept = malloc(sizeof *kept); // expect: valid-memcleanup
    if (!kept)
        return 0;
    *kept = depth;
    descend(depth);
    return 0;
}
