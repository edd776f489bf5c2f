// Twelve different messages, each read in a place of its own; whoever answers wrong is refused.
#include <assert.h>
#include <klew.h>

static int expect(unsigned given, unsigned wanted) { return given == wanted; }

int main(void) {
    unsigned session = klew_uint("session");
    int retries = 0;
    while (retries < (int)(session & 0xffff))
        retries++;
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
