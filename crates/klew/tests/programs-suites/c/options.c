/* Reads options as Unix programs do: -v, -n NUMBER, -- and file names. */
/* suite: --sym-args 0 3 2 */
#include <stdio.h>
#include <string.h>

static int number_of(const char *text)
{
    int number = 0;
    if (!*text)
        return -1;
    for (; *text; text++) {
        if (*text < '0' || *text > '9')
            return -1;
        number = number * 10 + (*text - '0');
    }
    return number;
}

int main(int count, char **arguments)
{
    int verbose = 0, number = 0, files = 0, only_files = 0, index;
    for (index = 1; index < count; index++) {
        const char *argument = arguments[index];
        if (only_files || argument[0] != '-') {
            files++;
        } else if (strcmp(argument, "--") == 0) {
            only_files = 1;
        } else if (strcmp(argument, "-v") == 0) {
            verbose++;
        } else if (strcmp(argument, "-n") == 0) {
            if (index + 1 == count) {
                puts("-n needs a number");
                return 2;
            }
            number = number_of(arguments[++index]);
            if (number < 0) {
                puts("that is no number");
                return 2;
            }
        } else {
            puts("what is that option?");
            return 2;
        }
    }
    if (verbose > 1)
        puts("very verbose");
    printf("%d %d %d\n", verbose, number, files);
    return files == 0;
}
