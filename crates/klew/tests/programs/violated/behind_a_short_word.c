// options: --property initialised
// Behind the end of a word nothing was written, but for what was written before.
#include <stdio.h>

int main(void) {
    char word[9];
    word[3] = 'w';
    if (scanf("%8s", word) != 1 || word[1] != 0)
        return 0;
    if (word[3] == 'x')
        return 2;
    if (word[4] == 'x') // expect: initialised
        return 1;
    return 0;
}
