// Only one byte can be pushed back everywhere.
#include <assert.h>
#include <stdio.h>

int main(void) {
    ungetc('a', stdin);
    ungetc('b', stdin);
    assert(getchar() == 'b');
    assert(getchar() == 'a');
    return 0;
}
