// options: --property initialised
// Behind the end of a line nothing was written.
#include <stdio.h>

int main(void) {
    char line[8];
    if (fgets(line, sizeof line, stdin) == 0 || line[1] != '\n')
        return 0;
    if (line[2] != 0)
        return 2;
    if (line[5] == 'x') // expect: initialised
        return 1;
    return 0;
}
