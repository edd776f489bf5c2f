// A ring buffer that is filled with as many bytes as an input says; the bound is checked one too late.
#include <klew.h>
#include <stdlib.h>

int main(void) {
    unsigned count = klew_uint("count"), mode = klew_uint("mode");
    unsigned size = mode == 0x77aa ? 8192 : 65536;
    char *ring = malloc(size);
    if (ring == 0)
        return 1;
    unsigned at = 0;
    for (unsigned i = 0; i < count; i++) {
        if (at > 8192)
            at = 0;
        ring[at++] = (char)i; // expect: valid-deref
    }
    free(ring);
    return 0;
}
