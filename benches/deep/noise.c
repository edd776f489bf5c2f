// A clock that ticks as often as an input says; each tick asks for something that does not matter.
#include <assert.h>
#include <klew.h>

int main(void) {
    int deadline = klew_int("deadline"), alarm = klew_int("alarm");
    int events = 0;
    for (int tick = 0; tick < deadline; tick++)
        if (klew_bool("event"))
            events++;
    if (deadline == 4000 && alarm == deadline * 3 + 1)
        assert(events < 0); // expect: assertion
    return 0;
}
