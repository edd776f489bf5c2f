// Reads a file of records "LENGTH:TEXT" and prints the longest.
// sizes: --sym-args 1 1 1 --sym-file A:7
// klee: A --sym-files 1 7
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 4 };

/* The length of the next record; -1 at the end, -2 if it is malformed. */
static int read_length(FILE *file) {
    int c = fgetc(file);
    if (c == EOF)
        return -1;
    int length = 0;
    while (isdigit(c)) {
        length = length * 10 + (c - '0');
        if (length > 1000)
            return -2;
        c = fgetc(file);
    }
    return c == ':' ? length : -2;
}

static char *read_text(FILE *file, int length) {
    if (length > LONGEST)
        return NULL;
    char *text = malloc(LONGEST); // fixed: char *text = malloc(LONGEST + 1);
    if (text == NULL)
        return NULL;
    for (int i = 0; i < length; i++) {
        int c = fgetc(file);
        if (c == EOF || c == '\0') {
            free(text);
            return NULL;
        }
        text[i] = (char)c;
    }
    text[length] = '\0'; // expect: valid-deref
    return text;
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    FILE *file = fopen(argv[1], "r");
    if (file == NULL) {
        perror(argv[1]);
        return 1;
    }
    char *longest = NULL;
    int length;
    while ((length = read_length(file)) >= 0) {
        char *text = read_text(file, length);
        if (text == NULL)
            break;
        if (longest == NULL || strlen(text) > strlen(longest)) {
            free(longest);
            longest = text;
        } else {
            free(text);
        }
    }
    if (longest != NULL)
        printf("%s\n", longest);
    free(longest);
    fclose(file);
    return length == -1 ? 0 : 1;
}
