// options: --property valid-memtrack
// Variables still know all blocks where the program ends, though nothing uses them any more.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
};

static void end(char *own, int code) {
  if (own)
    exit(code);
}

int main(void) {
  char *kept = malloc(4);
  struct node *list = NULL;
  for (int i = 0; i < 3; i++) {
    struct node *fresh = malloc(sizeof *fresh);
    if (!fresh)
      exit(2);
    fresh->next = list;
    list = fresh;
  }
  char *parts[2] = {malloc(3), NULL};
  if (!kept || !parts[0])
    exit(1);
  if (__VERIFIER_nondet_int() > 3)
    end(malloc(1), 3);
  char *chosen = __VERIFIER_nondet_int() ? malloc(1) : kept;
  if (chosen)
    chosen[0] = 1;
  exit(0);
}
