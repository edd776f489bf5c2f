// A doubly linked queue with names of its own, from which any element may be taken.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct job {
  char *name;
  struct job *next, *previous;
};
struct queue {
  struct job *first, *last;
};
static void add(struct queue *queue) {
  struct job *job = malloc(sizeof *job);
  if (!job) {
    abort();
  }
  job->name = __VERIFIER_nondet_int() ? malloc(8) : 0;
  job->next = 0;
  job->previous = queue->last;
  if (queue->last) {
    queue->last->next = job;
  } else {
    queue->first = job;
  }
  queue->last = job;
}
static void take(struct queue *queue, struct job *job) {
  if (job->previous) {
    assert(job->previous->next == job);
    job->previous->next = job->next;
  } else {
    queue->first = job->next;
  }
  if (job->next) {
    assert(job->next->previous == job);
    job->next->previous = job->previous;
  } else {
    queue->last = job->previous;
  }
  free(job->name);
  free(job);
}
int main(void) {
  struct queue queue = {0, 0};
  while (__VERIFIER_nondet_int()) {
    add(&queue);
  }
  struct job *job = queue.first;
  while (job && __VERIFIER_nondet_int()) {
    job = job->next;
  }
  if (job) {
    take(&queue, job);
  }
  while (queue.first) {
    take(&queue, queue.first);
  }
  return 0;
}
