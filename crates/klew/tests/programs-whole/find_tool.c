// find_tool NAME: the first folder of the list TOOLS (with ':' between) that has a file of that name.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    const char *list = getenv("TOOLS");
    if (argc != 2 || !list)
        return 2;
    while (*list) {
        size_t length = strcspn(list, ":");
        char *path = malloc(length + strlen(argv[1]) + 1); // fixed: char *path = malloc(length + strlen(argv[1]) + 2);
        if (!path)
            return 3;
        memcpy(path, list, length);
        path[length] = '/';
        strcpy(path + length + 1, argv[1]); // expect: valid-deref
        FILE *file = fopen(path, "r");
        if (file) {
            puts(path);
            fclose(file);
            free(path);
            return 0;
        }
        free(path);
        list += length + (list[length] == ':');
    }
    return 1;
}
