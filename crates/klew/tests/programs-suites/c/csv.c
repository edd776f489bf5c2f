/* Counts the fields of lines of comma-separated values on standard input. */
/* suite: */
#include <stdio.h>

enum state { START, PLAIN, QUOTED, QUOTE_IN_QUOTED };

int main(void)
{
    enum state state = START;
    int fields = 0, lines = 0, c;
    while ((c = getchar()) != EOF) {
        switch (state) {
        case START:
            if (c == '"')
                state = QUOTED;
            else if (c == ',')
                fields++;
            else if (c == '\n')
                goto end_of_line;
            else
                state = PLAIN;
            break;
        case PLAIN:
            if (c == ',') {
                fields++;
                state = START;
            } else if (c == '\n') {
                goto end_of_line;
            } else if (c == '"') {
                printf("line %d: a quote within a field\n", lines + 1);
                return 1;
            }
            break;
        case QUOTED:
            if (c == '"')
                state = QUOTE_IN_QUOTED;
            break;
        case QUOTE_IN_QUOTED:
            if (c == '"') {
                state = QUOTED;
            } else if (c == ',') {
                fields++;
                state = START;
            } else if (c == '\n') {
                goto end_of_line;
            } else {
                printf("line %d: text behind a quoted field\n", lines + 1);
                return 1;
            }
            break;
        }
        continue;
    end_of_line:
        printf("line %d: %d fields\n", ++lines, fields + 1);
        fields = 0;
        state = START;
    }
    if (state == QUOTED) {
        printf("line %d: the quote is not closed\n", lines + 1);
        return 1;
    }
    printf("%d lines\n", lines);
    return 0;
}
