// Behind a line that is shorter than its buffer the last byte is what it was: so programs see what was cut off.
// options: --engine forward,horn --property assertion
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char line[8], word[4];
    line[7] = '*';
    word[3] = '*';
    if (fgets(line, sizeof line, stdin) != NULL && scanf("%3s", word) == 1) {
        assert(line[7] == 0 || word[3] == 0); // expect: assertion
    }
    return 0;
}
