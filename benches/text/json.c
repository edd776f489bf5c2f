// Reads a list in the way of JSON (numbers, true, null, lists in lists) and adds up the first of each.
// sizes: --sym-stdin 6
// klee: --sym-stdin 6
// quick
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { NUMBER, TRUE, NOTHING, LIST };

struct node {
    enum kind kind;
    int number;
    struct node *first, *next;
};

static struct node *parse(const char **text);

static struct node *make(enum kind kind) {
    struct node *node = calloc(1, sizeof *node);
    if (node == NULL)
        exit(3);
    node->kind = kind;
    return node;
}

static void destroy(struct node *node) {
    while (node != NULL) {
        struct node *next = node->next;
        destroy(node->first);
        free(node);
        node = next;
    }
}

static struct node *parse_list(const char **text) {
    struct node *list = make(LIST), **end = &list->first;
    (*text)++;
    while (**text != ']') {
        *end = parse(text);
        if (*end == NULL || (**text != ',' && **text != ']')) {
            destroy(list);
            return NULL;
        }
        end = &(*end)->next;
        if (**text == ',')
            (*text)++;
    }
    (*text)++;
    return list;
}

static struct node *parse(const char **text) {
    if (**text == '[')
        return parse_list(text);
    if (strncmp(*text, "true", 4) == 0) {
        *text += 4;
        return make(TRUE);
    }
    if (strncmp(*text, "null", 4) == 0) {
        *text += 4;
        return make(NOTHING);
    }
    if (**text < '0' || **text > '9')
        return NULL;
    struct node *number = make(NUMBER);
    number->number = *(*text)++ - '0';
    return number;
}

/* A list counts as its first element. */
static int first_number(const struct node *node) {
    while (node->kind == LIST) // expect: valid-deref
        node = node->first; // fixed: { if (node->first == NULL) return 0; node = node->first; }
    return node->number;
}

int main(void) {
    char line[32];
    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    const char *text = line;
    struct node *root = parse(&text);
    if (root == NULL || root->kind != LIST) {
        destroy(root);
        return 1;
    }
    int sum = 0;
    for (const struct node *node = root->first; node != NULL; node = node->next)
        sum += first_number(node);
    printf("%d\n", sum);
    destroy(root);
    return 0;
}
