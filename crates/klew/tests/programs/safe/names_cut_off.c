// options: --engine segments
// A name that is too long for its record is cut off: two ways to fill the field, of which one ends at its last byte.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person {
    struct person *next;
    char name[8];
    int age;
};

int main(void) {
    struct person *all = NULL;
    char word[32];
    int age;
    while (scanf("%31s %d", word, &age) == 2) {
        struct person *person = malloc(sizeof *person);
        if (person == NULL)
            break;
        snprintf(person->name, sizeof person->name, "%s", word);
        person->age = age;
        person->next = all;
        all = person;
    }
    for (struct person *person = all; person != NULL; person = person->next)
        printf("%s is %d\n", person->name, person->age);
    while (all != NULL) {
        struct person *next = all->next;
        free(all);
        all = next;
    }
    return 0;
}
