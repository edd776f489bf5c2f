// A way of twenty-four steps through a corridor; a wrong step ends it.
#include <assert.h>
#include <klew.h>

static const char way[] = "rrddrruurrddddllddrrrruu";

int main(void) {
    int x = 0, y = 0, steps = 0;
    while (way[steps] != 0) {
        int step = klew_int("step");
        if (step != way[steps])
            return 1;
        switch (step) {
        case 'r': x++; break;
        case 'l': x--; break;
        case 'u': y--; break;
        case 'd': y++; break;
        }
        steps++;
    }
    assert(!(x == 8 && y == 4)); // expect: assertion
    return 0;
}
