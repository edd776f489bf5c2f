// options: --engine segments
// Nodes own buffers of any size, which is kept beside them.
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
        if (!node->text) {
            free(node);
            break;
        }
        node->length = length;
        node->next = list;
        list = node;
    }
    for (struct node *node = list; node; node = node->next)
        node->text[node->length - 1] = 0;
    while (list) {
        struct node *node = list;
        list = node->next;
        free(node->text);
        free(node);
    }
    return 0;
}
