// A stream of eight frames, each with a type, a sequence number and a check; one that does not fit ends it.
#include <assert.h>
#include <klew.h>

struct frame { unsigned char type, sequence, check; };

static struct frame receive(void) {
    struct frame frame;
    frame.type = klew_uchar("type");
    frame.sequence = klew_uchar("sequence");
    frame.check = klew_uchar("check");
    return frame;
}

int main(void) {
    unsigned char secret = klew_uchar("secret");
    int received = 0;
    for (;;) {
        struct frame frame = receive();
        if (frame.sequence != received || frame.check != (unsigned char)(frame.type ^ secret ^ received))
            return 1;
        if (frame.type != (received == 7 ? 0xfe : 0x10 + received))
            return 2;
        received++;
        if (frame.type == 0xfe)
            break;
    }
    assert(secret != 0xa7); // expect: assertion
    return 0;
}
