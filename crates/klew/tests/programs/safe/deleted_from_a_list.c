// Nodes are taken out of a list of any length wherever they stand: nothing is lost, and nothing that was freed is touched, whatever else is
// asked about each access.
// options: --property all

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
	struct node *next;
	int value;
};

int main(void)
{
	struct node *head = NULL;
	while (__VERIFIER_nondet_int()) {
		struct node *node = malloc(sizeof *node);
		if (!node)
			break;
		node->next = head;
		node->value = __VERIFIER_nondet_int();
		head = node;
	}
	struct node **link = &head;
	while (*link) {
		struct node *node = *link;
		if (node->value < 0) {
			*link = node->next;
			free(node);
		} else {
			link = &node->next;
		}
	}
	while (head) {
		struct node *next = head->next;
		free(head);
		head = next;
	}
	return 0;
}
