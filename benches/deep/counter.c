// A loop of as many turns as an input says stands before the only comparison with that input.
#include <assert.h>
#include <klew.h>

int main(void) {
    int turns = klew_int("turns");
    int done = 0;
    while (done < turns)
        done++;
    assert(!(turns == 100000 && done == turns)); // expect: assertion
    return 0;
}
