// A protocol of twelve states; a wrong command begins anew, and there may be sixty commands.
#include <assert.h>
#include <klew.h>

static const unsigned char order[12] = {17, 4, 250, 33, 9, 121, 64, 5, 88, 199, 2, 71};

int main(void) {
    int state = 0;
    for (int turn = 0; turn < 60; turn++) {
        unsigned char command = klew_uchar("command");
        state = command == order[state] ? state + 1 : 0;
        assert(state != 12); // expect: assertion
        if (state == 12)
            break;
    }
    return 0;
}
