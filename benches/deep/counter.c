// A loop of as many turns as an input says stands before the only comparison with that input.
#include <assert.h>
#include <klew.h>

static unsigned char ring[8];

/* What stands behind a loop takes its time, too: every number of turns is one such digest. */
static unsigned digest(void) {
    unsigned sum = 0;
    for (int i = 0; i < 4096; i++)
        sum = sum * 31 + ring[i & 7];
    return sum;
}

int main(void) {
    int turns = klew_int("turns");
    int done = 0;
    while (done < turns) {
        ring[done & 7] = (unsigned char)done;
        done++;
    }
    if (digest() == 1) return 1;
    assert(!(turns == 100000 && done == turns)); // expect: assertion
    return 0;
}
