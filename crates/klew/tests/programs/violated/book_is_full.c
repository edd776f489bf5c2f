// A table that is full after some commands: the search goes on beside the runs that reached furthest into it.
// options: --engine forward --search goals --property valid-deref
#include <stdio.h>
#include <string.h>

#define ENTRIES 2

struct entry {
    char name[12];
    char number[12];
};

static struct entry book[ENTRIES];
static int used;

int main(void)
{
    char command[8], name[12], number[12];
    while (scanf("%7s", command) == 1) {
        if (strcmp(command, "add") == 0) {
            if (scanf("%11s %11s", name, number) != 2) {
                break;
            }
            strcpy(book[used].name, name); // expect: valid-deref
            strcpy(book[used].number, number);
            used++;
        } else if (strcmp(command, "find") == 0) {
            if (scanf("%11s", name) != 1) {
                break;
            }
            for (int i = 0; i < used; i++) {
                if (strcmp(book[i].name, name) == 0) {
                    printf("%s\n", book[i].number);
                }
            }
        } else if (strcmp(command, "quit") == 0) {
            break;
        } else {
            fprintf(stderr, "unknown command %s\n", command);
        }
    }
    return 0;
}
