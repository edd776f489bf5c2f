// Of an item that is not there as a whole some bytes are read: only those of whole items are counted.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[12];
    memset(text, 'z', sizeof text);
    unsigned long items = fread(text, 4, 3, stdin);
    assert(items != 1 || text[5] == 'z'); // expect: assertion
    return 0;
}
