// Greets whom the file greet.conf names (lines n=NAME and t=TIMES); GREETING says how, an argument how often.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 4

struct settings {
    char *name;
    int times;
};

static void set(struct settings *to, char key, const char *value) {
    if (key == 'n')
        strncpy(to->name, value, LONGEST); // fixed: strncpy(to->name, value, LONGEST - 1);
    else if (key == 't')
        to->times = value[0] - '0';
    else
        fprintf(stderr, "greet.conf: what is %c?\n", key);
}

int main(int argc, char **argv) {
    char line[32];
    struct settings settings = {calloc(1, LONGEST), 1};
    const char *greeting = getenv("GREETING");
    FILE *file = fopen("greet.conf", "r");
    size_t length = 0;

    if (!settings.name)
        return 3;
    if (file && fgets(line, sizeof line, file) && line[0] && line[1] == '=')
        set(&settings, line[0], line + 2);
    if (file)
        fclose(file);
    if (argc == 2)
        settings.times = argv[1][0] - '0';
    while (settings.name[length]) // expect: valid-deref
        length++;
    if (settings.times > 0)
        printf("%s %.*s\n", greeting ? greeting : "hello", (int)length, settings.name);
    free(settings.name);
    return 0;
}
