// Two keys of an argument, read before a long loop, decide behind it.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    if (argc < 2 || strlen(argv[1]) != 6)
        return 1;
    const char *key = argv[1];
    unsigned state = 1;
    for (int round = 0; round < 20000; round++)
        state = state * 1103515245u + 12345u;
    for (int i = 0; i < 6; i++)
        if (key[i] != (char)('a' + (state >> (4 * i) & 15)))
            return 1;
    assert(state == 0); // expect: assertion
    return 0;
}
