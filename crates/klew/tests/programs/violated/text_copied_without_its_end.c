// A text is copied to where there is room for all of it but its end; no line is empty.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct line {
    struct line *next;
    char *text;
};

int main(void)
{
    char buffer[64];
    struct line *first = NULL;
    while (fgets(buffer, sizeof buffer, stdin)) {
        struct line *l = malloc(sizeof *l);
        l->text = malloc(strlen(buffer));
        strcpy(l->text, buffer); // expect: valid-deref
        l->next = first;
        first = l;
    }
    while (first) {
        struct line *next = first->next;
        free(first->text);
        free(first);
        first = next;
    }
    return 0;
}
