// letters FILE: how often each letter occurs. With LETTERS set, capitals count as well.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#define KINDS 25 // fixed: #define KINDS 26

int main(int argc, char **argv) {
    int *counts = calloc(KINDS, sizeof *counts), c;
    int all = getenv("LETTERS") != NULL;
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;

    while (counts && file && (c = getc(file)) != EOF) {
        if (all && c >= 'A' && c <= 'Z')
            c += 'a' - 'A';
        if (c >= 'a' && c <= 'z')
            counts[c - 'a']++; // expect: valid-deref
    }
    for (c = 0; counts && c < KINDS; c++)
        if (counts[c])
            printf("%c %d\n", 'a' + c, counts[c]);
    if (file)
        fclose(file);
    free(counts);
    return file ? 0 : 1;
}
