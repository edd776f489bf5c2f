// COUNT branches in a row, each with an effect: 2^COUNT paths.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
void klee_make_symbolic(void *, size_t, const char *);
#ifndef COUNT
#define COUNT 8
#endif

struct entry {
  unsigned weight;
  struct entry *below;
};

static struct entry *push(unsigned weight, struct entry *below) {
  struct entry *entry = malloc(sizeof *entry);
  if (!entry) abort();
  entry->weight = weight;
  entry->below = below;
  return entry;
}

int main(void) {
  unsigned char bits[COUNT];
  struct entry *stack = NULL;
  unsigned sum = 0;
  klee_make_symbolic(bits, sizeof bits, "bits");
  for (int i = 0; i < COUNT; i++) {
    if (bits[i] & 1) stack = push(2, stack);
    else stack = push(push(1, stack)->weight + 2, stack);
  }
  while (stack) {
    struct entry *top = stack;
    sum += top->weight;
    stack = top->below;
  }
  assert(sum >= 2 * COUNT && sum <= 3 * COUNT);
  return 0;
}
