// Handlers by number, through a table of functions; the order of five calls decides, behind a long start.
#include <assert.h>
#include <klew.h>

static unsigned state;
static unsigned char ring[8];
static void reset(void) { state = 0; }
static void push(void) { state = state * 4 + 1; }
static void mark(void) { state = state * 4 + 2; }
static void seal(void) { state = state * 4 + 3; }
static void (*const handlers[4])(void) = {reset, push, mark, seal};

int main(void) {
    int delay = klew_int("delay");
    int waited = 0;
    while (waited < delay) {
        ring[waited & 7] = (unsigned char)waited;
        waited++;
    }
    for (int i = 0; i < 7; i++)
        handlers[klew_uint("call") & 3]();
    if (delay == 3000)
        assert(state != 0x1b9f); // expect: assertion
    return 0;
}
