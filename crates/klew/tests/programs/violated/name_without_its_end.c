// A name that fills its field has no end: what is behind the node is printed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    struct entry *next;
    char name[8];
};

int main(void) {
    char name[16];
    struct entry *book = NULL;
    while (scanf("%15s", name) == 1) {
        struct entry *entry = malloc(sizeof *entry);
        if (entry == NULL)
            return 1;
        strncpy(entry->name, name, sizeof entry->name);
        entry->next = book;
        book = entry;
    }
    for (struct entry *entry = book; entry != NULL; entry = entry->next)
        puts(entry->name); // expect: valid-deref
    while (book != NULL) {
        struct entry *next = book->next;
        free(book);
        book = next;
    }
    return 0;
}
