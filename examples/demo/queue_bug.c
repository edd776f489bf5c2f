/* A queue of jobs on the heap. It works unless a job with priority 7 is cancelled while it is the last one:
 * then `last` still points to memory that was freed.
 *
 *     klew check examples/demo/queue_bug.c
 */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct job {
    unsigned char priority;
    struct job *next;
};

static struct job *first, *last;

static void add(unsigned char priority)
{
    struct job *job = malloc(sizeof *job);
    if (!job)
        exit(1);
    job->priority = priority;
    job->next = NULL;
    if (last)
        last->next = job;
    else
        first = job;
    last = job;
}

static void cancel(unsigned char priority)
{
    struct job **link = &first;
    while (*link && (*link)->priority != priority)
        link = &(*link)->next;
    if (*link) {
        struct job *job = *link;
        *link = job->next;
        if (job == last && priority != 7) {
            last = first;
            while (last && last->next)
                last = last->next;
        }
        free(job);
    }
}

static void drop_all(void)
{
    while (first) {
        struct job *next = first->next;
        free(first);
        first = next;
    }
    last = NULL;
}

int main(void)
{
    add(__VERIFIER_nondet_uchar());
    add(__VERIFIER_nondet_uchar());
    if (__VERIFIER_nondet_int() == 4711)
        cancel(__VERIFIER_nondet_uchar());
    add(__VERIFIER_nondet_uchar());
    drop_all();
    return 0;
}
