// options: --engine segments
// Records of one size have their texts at different places: what is copied into `front` of the one may overwrite the only
// end of `whole` of the other. After 300 nodes `strlen` may leave its node, so this is never "safe".
#include <klew.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
    char whole[32];
};

struct other {
    void *owner;
    char front[16];
    char back[16];
};

struct other as_large;

int main(void) {
    struct node *list = NULL;
    char source[16];
    memset(source, 7, sizeof source);
    unsigned count = klew_uint("count");
    for (unsigned i = 0; i < count; i++) {
        struct node *node = malloc(sizeof *node);
        if (node == NULL)
            break;
        memset(node, 1, sizeof *node);
        node->next = list;
        node->whole[klew_uint("end") % 16] = 0;
        if (i > 300)
            memcpy(node->whole, source, klew_uint("copied") & 15);
        list = node;
    }
    size_t sum = 0;
    for (struct node *node = list; node != NULL; node = node->next)
        sum += strlen(node->whole);
    while (list != NULL) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return sum == 1;
}
