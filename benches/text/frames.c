// A protocol of frames (start, kind, length, data, checksum) with a ring buffer of unacknowledged ones.
// sizes: --sym-stdin 8
// klee: --sym-stdin 8
// quick
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

enum { START = 0x7e, DATA = 1, ACKNOWLEDGE = 2, RESET = 3 };
enum { WINDOW = 4, LONGEST = 16 };

struct ring {
    unsigned char sums[WINDOW];
    unsigned head, tail;
};

static unsigned waiting(const struct ring *ring) { return ring->tail - ring->head; }

static int put(struct ring *ring, unsigned char sum) {
    if (waiting(ring) == WINDOW)
        return -1;
    ring->sums[ring->tail++ % WINDOW] = sum;
    return 0;
}

/* All frames up to this many are acknowledged. */
static int acknowledge(struct ring *ring, unsigned count) {
    if (count > WINDOW) // fixed: if (count > waiting(ring))
        return -1;
    ring->head += count;
    return 0;
}

static int handle(struct ring *ring, int kind, const unsigned char *data, int length, unsigned char sum) {
    switch (kind) {
    case DATA:
        return put(ring, sum);
    case ACKNOWLEDGE:
        return length == 1 ? acknowledge(ring, data[0]) : -1;
    case RESET:
        ring->head = ring->tail;
        return 0;
    default:
        return -1;
    }
}

int main(void) {
    unsigned char bytes[64], *at = bytes;
    static struct ring ring;
    ssize_t size = read(0, bytes, sizeof bytes);
    if (size < 0)
        return 1;
    unsigned char *end = bytes + size;
    while (end - at >= 4) {
        if (at[0] != START)
            return 1;
        int kind = at[1], length = at[2];
        if (length > LONGEST || end - at < length + 4)
            return 1;
        unsigned char sum = 0;
        for (int i = 0; i < length + 2; i++)
            sum ^= at[1 + i];
        if (sum != at[length + 3])
            return 1;
        if (handle(&ring, kind, at + 3, length, sum) != 0)
            return 1;
        assert(waiting(&ring) <= WINDOW); // expect: assertion
        at += length + 4;
    }
    printf("%u frames wait\n", waiting(&ring));
    return 0;
}
