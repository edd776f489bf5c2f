// options: --engine forward,horn --property valid-deref
#include <stdio.h>

int main(void)
{
    int count = 0, number;
    while (count < 4 && scanf("%d", &number) == 1) {
        count++;
    }
    printf("%d of %d\n", count); // expect: valid-deref
    return 0;
}
