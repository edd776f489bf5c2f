// options: --engine segments
// Names in fields of nodes of a list of any length: read from lines, copied, printed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    struct entry *next;
    int number;
    char name[16];
};

int main(void) {
    char line[64], name[16];
    int number;
    struct entry *book = NULL;
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "%15s %d", name, &number) != 2)
            continue;
        struct entry *entry = malloc(sizeof *entry);
        if (entry == NULL)
            return 1;
        strcpy(entry->name, name);
        entry->number = number;
        entry->next = book;
        book = entry;
    }
    for (struct entry *entry = book; entry != NULL; entry = entry->next)
        printf("%s: %d\n", entry->name, entry->number);
    while (book != NULL) {
        struct entry *next = book->next;
        free(book);
        book = next;
    }
    return 0;
}
