// Words and lines of any number: what is copied ends where what it was copied from does.
// options: --engine segments
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
    char *text;
    struct word *next;
};

static struct word *words;

static int keep(const char *text)
{
    struct word *w = malloc(sizeof *w);
    if (!w) {
        return 0;
    }
    w->text = malloc(strlen(text) + 1);
    if (!w->text) {
        free(w);
        return 0;
    }
    strcpy(w->text, text);
    w->next = words;
    words = w;
    return 1;
}

int main(void)
{
    char word[16], *line = NULL;
    size_t room = 0, total = 0;
    while (scanf("%15s", word) == 1 && keep(word)) {
    }
    while (getline(&line, &room, stdin) != -1 && keep(line)) {
    }
    free(line);
    for (struct word *w = words; w; w = w->next) {
        total += strlen(w->text);
    }
    printf("%zu\n", total);
    while (words) {
        struct word *next = words->next;
        free(words->text);
        free(words);
        words = next;
    }
    return 0;
}
