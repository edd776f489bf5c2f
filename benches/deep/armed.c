// A loop that runs 100,000 times before one assignment matters.
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
    unsigned rounds = klew_uint("rounds");
    int armed = 0, key = klew_int("key");
    for (unsigned round = 0; round < rounds; round++) {
        ring[round & 7] = (unsigned char)round;
        if (round == 100000)
            armed = 1;
    }
    if (digest() == 1) return 1;
    if (rounds == 100500 && key == 0x5eed)
        assert(!armed); // expect: assertion
    return 0;
}
