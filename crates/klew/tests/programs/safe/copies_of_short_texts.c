// A function with a loop is called in each turn of another, before a loop of that one: each time they begin anew.
// options: --engine segments
#include <klew.h>
#include <stdlib.h>

struct name {
    char *text;
    struct name *next;
};

static unsigned length_of(const char *text)
{
    unsigned length = 0;
    while (text[length] != 0) {
        length++;
    }
    return length;
}

int main(void)
{
    struct name *names = NULL;
    char given[4];
    while (klew_bool("another")) {
        given[0] = klew_char("first");
        given[1] = klew_char("second");
        given[2] = 'q';
        given[3] = 0;
        unsigned size = length_of(given) + 1;
        struct name *name = malloc(sizeof *name);
        char *copy = malloc(size);
        if (name == NULL || copy == NULL) {
            free(name);
            free(copy);
            break;
        }
        for (unsigned i = 0; i < size; i++) {
            copy[i] = given[i];
        }
        name->text = copy;
        name->next = names;
        names = name;
    }
    while (names != NULL) {
        struct name *next = names->next;
        free(names->text);
        free(names);
        names = next;
    }
    return 0;
}
