// A descriptor that was closed cannot be read, and the next one takes its number.
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void) {
    char byte;
    close(0);
    assert(dup(1) == 0);
    close(0);
    errno = 0;
    long count = read(0, &byte, 1);
    assert(count >= 0 || errno != EBADF); // expect: assertion
    return 0;
}
