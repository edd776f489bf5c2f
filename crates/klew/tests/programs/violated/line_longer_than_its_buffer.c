// options: --engine forward,horn --property valid-deref
#include <stdio.h>

int main(void)
{
    char word[8];
    unsigned words = 0;
    while (words < 3 && scanf("%8s", word) == 1) { // expect: valid-deref
        printf("%u %s\n", words++, word);
    }
    return 0;
}
