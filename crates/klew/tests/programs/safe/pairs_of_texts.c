// Lines of any number and length, kept as keys and values that end within what they were given.
// options: --engine segments
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    char *key, *value;
    struct pair *next;
};

static struct pair *pairs;

static const char *value_of(const char *key)
{
    for (struct pair *p = pairs; p; p = p->next) {
        if (strcmp(p->key, key) == 0) {
            return p->value;
        }
    }
    return NULL;
}

int main(void)
{
    char line[80];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        char *end = strchr(line, '=');
        if (!end) {
            continue;
        }
        *end = 0;
        struct pair *p = malloc(sizeof *p);
        if (!p) {
            break;
        }
        p->key = strdup(line);
        p->value = strdup(end + 1);
        if (!p->key || !p->value) {
            free(p->key);
            free(p->value);
            free(p);
            break;
        }
        p->next = pairs;
        pairs = p;
    }
    const char *port = value_of("port");
    printf("%s\n", port ? port : "none");
    while (pairs) {
        struct pair *next = pairs->next;
        free(pairs->key);
        free(pairs->value);
        free(pairs);
        pairs = next;
    }
    return 0;
}
