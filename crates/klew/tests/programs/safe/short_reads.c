// Behind what was read is what was there: zeros end it as a text, and what was written before is still there.
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct pair {
    int first, second;
};

int main(void) {
    char text[16] = {0};
    long count = read(0, text, sizeof text - 1);
    if (count < 0)
        return 0;
    assert(strlen(text) <= (unsigned long)count);

    struct pair pairs[3] = {{1, 2}, {3, 4}, {5, 6}};
    unsigned long items = fread(pairs, sizeof *pairs, 3, stdin);
    assert(items <= 3);
    if (items < 2)
        assert(pairs[2].first == 5 && pairs[2].second == 6);
    return 0;
}
