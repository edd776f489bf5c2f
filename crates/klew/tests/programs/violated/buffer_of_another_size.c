// options: --property valid-deref
// Nodes own buffers of any size; that of the first is accessed with the size of the second.
#include <klew.h>
#include <stdlib.h>

struct node {
    char *text;
    int length;
    struct node *next;
};

int main(void) {
    struct node *list = NULL;
    while (klew_bool("another")) {
        int length = klew_int("length");
        if (length < 1 || length > 100)
            continue;
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->text = malloc(length);
        if (!node->text)
            break;
        node->length = length;
        node->next = list;
        list = node;
    }
    if (list && list->next)
        list->text[list->next->length - 1] = 0; // expect: valid-deref
    return 0;
}
