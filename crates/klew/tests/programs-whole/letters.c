// letters FILE: how often each letter occurs. LETTERS=all counts capitals as well.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int counts[26] = {0}, c;
    int all = getenv("LETTERS") != NULL;
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;

    if (!file)
        return 1;
    while ((c = getc(file)) != EOF) {
        if (all && isalpha(c)) // fixed: if (all && isalpha(c) && (c = tolower(c)))
            counts[c - 'a']++; // expect: valid-deref
        else if (islower(c))
            counts[c - 'a']++;
    }
    fclose(file);
    for (c = 0; c < 26; c++)
        if (counts[c])
            printf("%c %d\n", 'a' + c, counts[c]);
    return 0;
}
