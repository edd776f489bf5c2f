// Nor what longer ones do.
#include <string.h>

int main(int argc, char **argv)
{
    char text[64];
    if (argc != 2)
        return 1;
    if (argv[1][0] == '-' && strlen(argv[1]) >= sizeof text)
        strcpy(text, argv[1]);
    return 0;
}
