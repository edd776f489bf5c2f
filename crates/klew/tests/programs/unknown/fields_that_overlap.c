// options: --engine segments
// time: 10s
// What is copied into `front` may overwrite the only end of `whole`, so `strlen` may leave its node and this is never
// "safe"; folding alone does not find how.
#include <klew.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
    union {
        char whole[32];
        struct {
            char front[16];
            char back[16];
        } halves;
    } text;
};

int main(void) {
    struct node *list = NULL;
    char source[16];
    memset(source, 7, sizeof source);
    int sum = 0;
    while (klew_int("more")) {
        struct node *node = malloc(sizeof *node);
        if (node == NULL)
            break;
        memset(node, 1, sizeof *node);
        node->next = list;
        node->text.whole[klew_uint("end") % 16] = 0;
        size_t copied = klew_uint("copied") & 15;
        memcpy(node->text.halves.front, source, copied);
        sum += (int)strlen(node->text.whole);
        list = node;
    }
    while (list != NULL) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return sum == 1;
}
