// A list of any length whose nodes each own a ring of any length, with a head of its own: all is freed, and nothing that was freed is
// touched.
// options: --property all

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct bead {
	struct bead *next;
};

struct thread {
	struct thread *next;
	struct bead *ring;
};

static struct bead *make_ring(void)
{
	struct bead *head = malloc(sizeof *head);
	if (!head)
		abort();
	head->next = head;
	while (__VERIFIER_nondet_int()) {
		struct bead *bead = malloc(sizeof *bead);
		if (!bead)
			abort();
		bead->next = head->next;
		head->next = bead;
	}
	return head;
}

static void free_ring(struct bead *head)
{
	struct bead *bead = head->next;
	while (bead != head) {
		struct bead *next = bead->next;
		free(bead);
		bead = next;
	}
	free(head);
}

int main(void)
{
	struct thread *all = NULL;
	while (__VERIFIER_nondet_int()) {
		struct thread *thread = malloc(sizeof *thread);
		if (!thread)
			abort();
		thread->ring = make_ring();
		thread->next = all;
		all = thread;
	}
	while (all) {
		struct thread *next = all->next;
		free_ring(all->ring);
		free(all);
		all = next;
	}
	return 0;
}
