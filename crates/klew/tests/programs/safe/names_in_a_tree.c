// options: --engine segments
// A search tree of any size by recursion, whose nodes have names that they are given as texts.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    struct entry *left, *right;
    int number;
    char name[12];
};

static struct entry *put(struct entry *entry, int number, const char *name) {
    if (entry == NULL) {
        entry = calloc(1, sizeof *entry);
        if (entry == NULL)
            exit(1);
        entry->number = number;
        strncpy(entry->name, name, sizeof entry->name - 1);
        return entry;
    }
    if (number < entry->number)
        entry->left = put(entry->left, number, name);
    else if (number > entry->number)
        entry->right = put(entry->right, number, name);
    return entry;
}

static void show(const struct entry *entry) {
    if (entry == NULL)
        return;
    show(entry->left);
    puts(entry->name);
    show(entry->right);
}

static void drop(struct entry *entry) {
    if (entry == NULL)
        return;
    drop(entry->left);
    drop(entry->right);
    free(entry);
}

int main(void) {
    char line[40], name[40];
    int number;
    struct entry *book = NULL;
    while (fgets(line, sizeof line, stdin))
        if (sscanf(line, "%d %39s", &number, name) == 2)
            book = put(book, number, name);
    show(book);
    drop(book);
    return 0;
}
