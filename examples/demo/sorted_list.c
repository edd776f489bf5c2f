/* Inserts three numbers, whatever they are, into a sorted list. klew shows that the list is sorted, that no
 * access is bad, and that nothing is lost.
 *
 *     klew check examples/demo/sorted_list.c
 */
#include <stdlib.h>
#include <klew.h>

struct node {
    int value;
    struct node *next;
};

static struct node *insert(struct node *list, int value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    if (!list || value <= list->value) {
        node->next = list;
        return node;
    }
    struct node *before = list;
    while (before->next && before->next->value < value)
        before = before->next;
    node->next = before->next;
    before->next = node;
    return list;
}

int main(void)
{
    struct node *list = NULL;
    list = insert(list, klew_int("first"));
    list = insert(list, klew_int("second"));
    list = insert(list, klew_int("third"));

    int length = 0;
    for (struct node *node = list; node; node = node->next) {
        if (node->next)
            klew_assert(node->value <= node->next->value);
        length++;
    }
    klew_assert(length == 3);

    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
