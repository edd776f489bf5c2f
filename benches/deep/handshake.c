// Twelve different messages, each read in a place of its own; whoever answers wrong is refused.
#include <assert.h>
#include <klew.h>

static int expect(unsigned given, unsigned wanted) { return given == wanted; }

static unsigned char window[8];

/* What stands behind a loop takes its time, too: every number of turns is one such digest. */
static unsigned digest(void) {
    unsigned sum = 0;
    for (int i = 0; i < 4096; i++)
        sum = sum * 31 + window[i & 7];
    return sum;
}

int main(void) {
    unsigned session = klew_uint("session");
    int retries = 0;
    while (retries < (int)(session & 0xffff)) {
        window[retries & 7] = (unsigned char)retries;
        retries++;
    }
    if (digest() == 1) return 1;
    if (!expect(klew_uint("hello"), 0xcafe0001u)) return 1;
    if (!expect(klew_uint("version"), 0x0303u)) return 1;
    if (!expect(klew_uint("suite"), 0xc02fu)) return 1;
    if (!expect(klew_uint("random"), session ^ 0xffffffffu)) return 1;
    if (!expect(klew_uint("key"), session * 5u)) return 1;
    if (!expect(klew_uint("finished"), session + 77u)) return 1;
    if ((session & 0xffff) == 50000)
        assert(retries != 50000); // expect: assertion
    return 0;
}
