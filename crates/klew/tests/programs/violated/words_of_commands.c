// Random runs read texts made of the words that the program looks for, by scanf: it takes seven commands to fail.
// options: --engine random
#include <stdio.h>
#include <string.h>

#define MOST 4

static char notes[MOST][10];
static int used;

int main(void)
{
    char command[8], text[10];
    int at;
    while (scanf("%7s", command) == 1) {
        if (strcmp(command, "note") == 0) {
            if (scanf("%9s", text) != 1) {
                return 1;
            }
            if (used < MOST) {
                strcpy(notes[used++], text);
            }
        } else if (strcmp(command, "drop") == 0) {
            if (scanf("%d", &at) != 1) {
                return 1;
            }
            if (at >= 0 && at < used) {
                used--;
            }
        } else if (strcmp(command, "twice") == 0 && used > 0) {
            strcpy(notes[used], notes[used - 1]); // expect: valid-deref
            used++;
        }
    }
    return 0;
}
