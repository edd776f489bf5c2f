// A key=value reader: settings from standard input.
// sizes: --sym-stdin 8
// klee: --sym-stdin 8
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct settings {
    int port;
    int verbose;
    char tag[4];
};

static char *trim(char *text) {
    while (*text == ' ' || *text == '\t')
        text++;
    char *end = text + strlen(text);
    while (end > text && (end[-1] == ' ' || end[-1] == '\n' || end[-1] == '\r'))
        end--;
    *end = '\0';
    return text;
}

static int set(struct settings *settings, const char *key, const char *value) {
    if (strcmp(key, "port") == 0) {
        int port = atoi(value);
        if (port <= 0 || port > 65535)
            return -1;
        settings->port = port;
        return 0;
    }
    if (strcmp(key, "verbose") == 0) {
        settings->verbose = strcmp(value, "yes") == 0 || strcmp(value, "1") == 0;
        return 0;
    }
    if (strcmp(key, "tag") == 0) {
        // fixed: if (strlen(value) >= sizeof settings->tag) return -1;
        strcpy(settings->tag, value); // expect: valid-deref
        return 0;
    }
    return -1;
}

static int load(FILE *input, struct settings *settings) {
    char line[64];
    int number = 0;
    while (fgets(line, sizeof line, input) != NULL) {
        number++;
        char *text = trim(line);
        if (*text == '\0' || *text == '#')
            continue;
        char *equals = strchr(text, '=');
        if (equals == NULL) {
            fprintf(stderr, "line %d: '=' expected\n", number);
            return -1;
        }
        *equals = '\0';
        if (set(settings, trim(text), trim(equals + 1)) != 0) {
            fprintf(stderr, "line %d: bad setting\n", number);
            return -1;
        }
    }
    return number;
}

int main(void) {
    struct settings *settings = calloc(1, sizeof *settings);
    if (settings == NULL)
        return 2;
    settings->port = 80;
    int lines = load(stdin, settings);
    if (lines >= 0)
        printf("%d lines, port %d, tag %s\n", lines, settings->port, settings->tag);
    free(settings);
    return lines < 0;
}
