// A table whose entries are lists of any length, as of a hash table: which list a number goes to is told by it.
// options: --property memory-safety,reach-error,assertion

#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

#define BINS 3

struct node {
	struct node *next;
	unsigned key;
};

static struct node *bins[BINS];

static void insert(unsigned key)
{
	struct node *node = malloc(sizeof *node);
	if (!node)
		abort();
	node->key = key;
	node->next = bins[key % BINS];
	bins[key % BINS] = node;
}

static int contains(unsigned key)
{
	for (struct node *node = bins[key % BINS]; node; node = node->next)
		if (node->key == key)
			return 1;
	return 0;
}

int main(void)
{
	while (__VERIFIER_nondet_uint())
		insert(__VERIFIER_nondet_uint());
	int found = contains(__VERIFIER_nondet_uint());
	for (unsigned bin = 0; bin < BINS; bin++)
		while (bins[bin]) {
			struct node *node = bins[bin];
			assert(node->key % BINS == bin);
			bins[bin] = node->next;
			free(node);
		}
	return found;
}
