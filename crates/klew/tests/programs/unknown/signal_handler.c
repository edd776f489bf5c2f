// A signal may come at any time once there is a function for it.
#include <assert.h>
#include <signal.h>

static volatile int seen;
static void on_signal(int number) { seen = number; }

int main(void) {
    signal(SIGINT, on_signal);
    assert(seen == 0);
    return 0;
}
