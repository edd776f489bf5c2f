// A loop that runs 100,000 times before one assignment matters.
#include <assert.h>
#include <klew.h>

int main(void) {
    unsigned rounds = klew_uint("rounds");
    int armed = 0, key = klew_int("key");
    for (unsigned round = 0; round < rounds; round++)
        if (round == 100000)
            armed = 1;
    if (rounds == 100500 && key == 0x5eed)
        assert(!armed); // expect: assertion
    return 0;
}
