// Lines of any number: each ends within its buffer, so it can be printed.
// options: --engine horn
#include <stdio.h>

int main(void)
{
    char line[120], last[8];
    unsigned lines = 0;
    while (fgets(line, sizeof line, stdin) != NULL) {
        lines++;
        printf("%u %s", lines, line);
        if (scanf("%7s", last) == 1) {
            puts(last);
        }
    }
    return 0;
}
