// How often each of any number of names is read; a name is a part of its node.
// options: --engine segments
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct name {
    char text[16];
    unsigned count;
    struct name *next;
};

int main(void)
{
    char word[64];
    struct name *names = NULL;
    while (fgets(word, sizeof word, stdin)) {
        struct name *n = names;
        while (n && strncmp(n->text, word, 15) != 0) {
            n = n->next;
        }
        if (!n) {
            n = malloc(sizeof *n);
            if (!n) {
                break;
            }
            strncpy(n->text, word, 15);
            n->text[15] = 0;
            n->count = 0;
            n->next = names;
            names = n;
        }
        n->count++;
    }
    while (names) {
        struct name *next = names->next;
        printf("%s %u\n", names->text, names->count);
        free(names);
        names = next;
    }
    return 0;
}
