// Insertion into a binary search tree, and a walk in order.
#include <assert.h>
#include <stdlib.h>
void klee_make_symbolic(void *, size_t, const char *);
#ifndef COUNT
#define COUNT 3
#endif

struct tree {
  int key;
  struct tree *left, *right;
};

static int last, any;

static void walk(struct tree *t) {
  if (!t) return;
  walk(t->left);
  assert(!any || last < t->key);
  any = 1;
  last = t->key;
  walk(t->right);
  free(t);
}

int main(void) {
  struct tree *root = NULL;
  for (int i = 0; i < COUNT; i++) {
    struct tree **place = &root;
    int key;
    klee_make_symbolic(&key, sizeof key, "key");
    while (*place && (*place)->key != key) place = key < (*place)->key ? &(*place)->left : &(*place)->right;
    if (*place) continue;
    *place = calloc(1, sizeof **place);
    (*place)->key = key;
  }
  walk(root);
  return 0;
}
