// Options in the usual way: -l LOW, -h HIGH (also -lLOW), -v, -- and names; counts names by length.
// sizes: --sym-args 2 3 3
// klee: --sym-args 2 3 3
// quick
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options {
    long low, high;
    int verbose;
};

static int number(const char *text, long *value) {
    char *end;
    *value = strtol(text, &end, 10);
    return end != text && *end == '\0' && *value >= 0 && *value < 1000;
}

static int usage(void) {
    fputs("usage: options [-v] [-l LOW] [-h HIGH] NAME...\n", stderr);
    return 2;
}

/* The index of the first name; 0 if an option is wrong. */
static int parse(int argc, char **argv, struct options *options) {
    int i = 1;
    while (i < argc && argv[i][0] == '-' && argv[i][1] != '\0') {
        char letter = argv[i][1];
        if (strcmp(argv[i], "--") == 0)
            return i + 1;
        if (letter == 'v') {
            options->verbose++;
            i++;
            continue;
        }
        if (letter != 'l' && letter != 'h')
            return 0;
        const char *text = argv[i] + 2;
        if (*text == '\0') {
            if (i + 1 >= argc)
                return 0;
            text = argv[++i];
        }
        if (!number(text, letter == 'l' ? &options->low : &options->high))
            return 0;
        if (letter == 'h' && options->high < options->low) // fixed: if (options->high < options->low)
            return 0;
        i++;
    }
    return i;
}

int main(int argc, char **argv) {
    struct options options = {0, 255, 0};
    int first = parse(argc, argv, &options);
    if (first == 0)
        return usage();
    assert(options.low <= options.high); // expect: assertion
    long width = options.high - options.low + 1;
    long counted = 0;
    for (int i = first; i < argc; i++) {
        long length = (long)strlen(argv[i]);
        if (length >= options.low && length <= options.high)
            counted++;
    }
    if (options.verbose)
        printf("%ld of %d, width %ld\n", counted, argc - first, width);
    return 0;
}
