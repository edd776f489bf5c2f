// A table of comma-separated values: name, kind, amount, note; sums the amounts by kind.
// sizes: --sym-stdin 5
// klee: --sym-stdin 5
// quick
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 4 };

static int split(char *line, char *fields[]) {
    int count = 0;
    char *rest = line;
    char *field;
    while ((field = strsep(&rest, ",")) != NULL) {
        if (count > COLUMNS) // fixed: if (count >= COLUMNS)
            return -1;
        fields[count++] = field; // expect: valid-deref
    }
    return count;
}

static void strip(char *line) {
    size_t length = strlen(line);
    if (length > 0 && line[length - 1] == '\n')
        line[length - 1] = '\0';
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    long incoming = 0, outgoing = 0;
    int row = 0;
    while (getline(&line, &room, stdin) >= 0) {
        char *fields[COLUMNS];
        row++;
        strip(line);
        if (line[0] == '\0')
            continue;
        int count = split(line, fields);
        if (count != COLUMNS) {
            fprintf(stderr, "row %d has %d columns\n", row, count);
            continue;
        }
        long amount = strtol(fields[2], NULL, 10) % 1000000;
        if (strcmp(fields[1], "in") == 0)
            incoming += amount;
        else if (strcmp(fields[1], "out") == 0)
            outgoing += amount;
        else
            fprintf(stderr, "row %d: kind %s\n", row, fields[1]);
    }
    free(line);
    printf("%d rows, %ld\n", row, incoming - outgoing);
    return 0;
}
