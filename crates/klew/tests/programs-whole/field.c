// field FILE: of each line one field, between commas; the variable FIELD says which.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIELDS 4

static void show(char *line, int wanted) {
    char *fields[FIELDS];
    int count = 0;
    for (char *at = line; at && count < FIELDS; count++) {
        fields[count] = at;
        at = strchr(at, ',');
        if (at)
            *at++ = 0;
    }
    if (wanted <= count) // fixed: if (wanted > 0 && wanted <= count)
        puts(fields[wanted - 1]); // expect: valid-deref
}

int main(int argc, char **argv) {
    const char *given = getenv("FIELD");
    int wanted = given && *given ? *given - '0' : 1;
    char line[64];

    if (argc != 2 || wanted < 0 || wanted > 9)
        return 2;
    FILE *file = fopen(argv[1], "r");
    if (!file)
        return 1;
    while (fgets(line, sizeof line, file))
        show(line, wanted);
    fclose(file);
    return 0;
}
