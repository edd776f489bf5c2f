// A clock that ticks as often as an input says; each tick asks for something that does not matter.
#include <assert.h>
#include <klew.h>

static unsigned char last[8];

/* What stands behind a loop takes its time, too: every number of turns is one such digest. */
static unsigned digest(void) {
    unsigned sum = 0;
    for (int i = 0; i < 4096; i++)
        sum = sum * 31 + last[i & 7];
    return sum;
}

int main(void) {
    int deadline = klew_int("deadline"), alarm = klew_int("alarm");
    int events = 0;
    for (int tick = 0; tick < deadline; tick++)
        if (klew_bool("event"))
            last[events++ & 7] = (unsigned char)tick;
    if (digest() == 1) return 1;
    if (deadline == 4000 && alarm == deadline * 3 + 1)
        assert(events < 0); // expect: assertion
    return 0;
}
