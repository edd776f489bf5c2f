// There is always one more argument, or one more character.
// long
#include <string.h>

int main(int argc, char **argv)
{
    int verbose = 0;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--verbose") == 0)
            verbose++;
    return verbose > 100;
}
