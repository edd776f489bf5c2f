// last [-n COUNT] FILE: the last lines of a file, as many as -n or the variable LAST says.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST 16

int main(int argc, char **argv) {
    static char ring[MOST][64];
    const char *given = getenv("LAST");
    int count = given ? atoi(given) : 3, total = 0, option;

    while ((option = getopt(argc, argv, "n:")) != -1) {
        if (option != 'n')
            return 2;
        count = atoi(optarg);
    }
    if (count < 0 || count > MOST || optind + 1 != argc) // fixed: if (count < 1 || count > MOST || optind + 1 != argc)
        return 2;
    FILE *file = fopen(argv[optind], "r");
    if (!file)
        return 1;
    while (fgets(ring[total % count], sizeof ring[0], file)) // expect: division-by-zero
        total++;
    fclose(file);
    for (int line = total > count ? total - count : 0; line < total; line++)
        fputs(ring[line % count], stdout);
    return 0;
}
