// options: --property initialised
// Less may be read than there is room for, and behind that nothing was written.
#include <unistd.h>

int main(void) {
    char text[8];
    long count = read(0, text, sizeof text);
    if (count <= 0)
        return 0;
    if (text[6] == 'x') // expect: initialised
        return 1;
    return 0;
}
