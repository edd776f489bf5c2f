#include <stdlib.h>
#include <string.h>
struct tree { struct tree *left, *right; int key; };
static struct tree *insert(struct tree *t, int key) {
  if (!t) { t = malloc(sizeof *t); if (!t) abort(); memset(t, 0, sizeof *t); t->key = key; return t; }
  if (key < t->key) t->left = insert(t->left, key); else t->right = insert(t->right, key);
  return t;
}
static int depth(const struct tree *t) { if (!t) return 0; int l = depth(t->left), r = depth(t->right); return 1 + (l > r ? l : r); }
static void release(struct tree *t) { if (t) { release(t->left); release(t->right); free(t); } }
int main(int argc, char **argv) {
  struct tree *t = 0; int n = argc; int numbers[n];
  for (int i = 0; i < n; i++) { numbers[i] = atoi(argv[i]); t = insert(t, numbers[i]); }
  int d = depth(t); release(t); return d;
}
