// A line is kept without its end; that is read as a text later.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct line {
    char *text;
    struct line *next;
};

int main(void)
{
    char text[8];
    struct line *lines = NULL;
    while (fgets(text, sizeof text, stdin)) {
        struct line *l = malloc(sizeof *l);
        if (!l) {
            abort();
        }
        l->text = malloc(strlen(text) + 1);
        if (!l->text) {
            abort();
        }
        memcpy(l->text, text, strlen(text));
        l->text[strlen(text)] = strlen(text) == 5 ? '.' : '\0';
        l->next = lines;
        lines = l;
    }
    for (struct line *l = lines; l; l = l->next) {
        puts(l->text); // expect: valid-deref
    }
    while (lines) {
        struct line *next = lines->next;
        free(lines->text);
        free(lines);
        lines = next;
    }
    return 0;
}
