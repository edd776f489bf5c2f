// An INI reader: [name] opens a section, -name removes one, key=value sets a number in the open one.
// sizes: --sym-stdin 7
// klee: --sym-stdin 7
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct section {
    char name[8];
    int sum;
    struct section *next;
};

static struct section *sections;
static struct section *current;

static struct section *find(const char *name) {
    for (struct section *s = sections; s != NULL; s = s->next)
        if (strcmp(s->name, name) == 0)
            return s;
    return NULL;
}

static int open_section(char *line) {
    char *end = strchr(line, ']');
    if (end == NULL || end - line > 7)
        return -1;
    *end = '\0';
    current = find(line);
    if (current != NULL)
        return 0;
    struct section *fresh = malloc(sizeof *fresh);
    if (fresh == NULL)
        return -1;
    strcpy(fresh->name, line);
    fresh->sum = 0;
    fresh->next = sections;
    sections = current = fresh;
    return 0;
}

static void remove_section(const char *name) {
    struct section **place = &sections;
    while (*place != NULL && strcmp((*place)->name, name) != 0)
        place = &(*place)->next;
    struct section *gone = *place;
    if (gone == NULL)
        return;
    *place = gone->next;
    // fixed: if (gone == current) current = NULL;
    free(gone);
}

int main(void) {
    char line[32];
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '[') {
            if (open_section(line + 1) != 0)
                break;
        } else if (line[0] == '-') {
            remove_section(line + 1);
        } else {
            char *value = strchr(line, '=');
            if (value == NULL || current == NULL)
                break;
            current->sum += (int)strtol(value + 1, NULL, 10) & 0xff; // expect: valid-deref
        }
    }
    while (sections != NULL) {
        struct section *next = sections->next;
        printf("%s %d\n", sections->name, sections->sum);
        free(sections);
        sections = next;
    }
    return 0;
}
