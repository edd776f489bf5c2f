// What counts goes on in one direction and may be any number; what says in which state something is keeps its few values.
// options: --engine segments --property assertion
#include <klew.h>
#include <assert.h>

struct gate {
    void (*react)(struct gate *gate, int event);
    int tokens;
    int passed;
};

static void closed(struct gate *gate, int event);

static void opened(struct gate *gate, int event)
{
    if (event == 1) {
        gate->tokens--;
        gate->passed++;
        gate->react = closed;
    } else if (event == 2) {
        gate->tokens--;
        gate->react = closed;
    }
}

static void closed(struct gate *gate, int event)
{
    if (event == 0) {
        gate->tokens++;
        gate->react = opened;
    }
}

int main(void)
{
    struct gate gate = {closed, 0, 0};
    int events = klew_int("events");
    for (int i = 0; i < events; i++) {
        gate.react(&gate, klew_int("event"));
        assert(gate.tokens == (gate.react == opened));
    }
    return 0;
}
