// However turns choose, the one counter is at least twice the other.
// options: --engine horn --property assertion
#include <klew.h>
#include <assert.h>

int main(void)
{
    int x = 0, y = 0, turns = 0;
    while (klew_bool("goes on") && turns < 1000000) {
        if (klew_bool("one")) {
            x += 1;
            y += 2;
        } else if (klew_bool("two")) {
            x += 2;
            y += 4;
        } else {
            y += 1;
        }
        turns++;
    }
    assert(y >= 2 * x && x >= 0);
    return 0;
}
