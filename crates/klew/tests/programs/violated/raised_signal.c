// A signal that the program sends to itself is handled at once.
#include <assert.h>
#include <signal.h>
#include <unistd.h>

static volatile int seen;
static void on_signal(int number) { seen = number; }

int main(void) {
    signal(SIGUSR1, on_signal);
    raise(SIGUSR1);
    assert(seen != SIGUSR1); // expect: assertion
    return 0;
}
