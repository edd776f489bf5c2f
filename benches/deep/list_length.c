// A list of as many links as an input says; for one length its last link is used after it was freed.
#include <klew.h>
#include <stdlib.h>

struct link { struct link *next; int number; };

int main(void) {
    int length = klew_int("length");
    struct link *head = 0, *last = 0;
    for (int i = 0; i < length; i++) {
        struct link *link = malloc(sizeof *link);
        if (link == 0)
            return 1;
        link->next = head;
        link->number = i;
        head = link;
        if (last == 0)
            last = link;
    }
    struct link *kept = length == 20000 ? last : 0;
    while (head != 0) {
        struct link *next = head->next;
        free(head);
        head = next;
    }
    return kept != 0 ? kept->number : 0; // expect: valid-deref
}
