// Every order of COUNT numbers, sorted: COUNT! paths.
#include <assert.h>
#include <stddef.h>
void klee_make_symbolic(void *, size_t, const char *);
#ifndef COUNT
#define COUNT 4
#endif

int main(void) {
  int a[COUNT];
  klee_make_symbolic(a, sizeof a, "a");
  for (int i = 0; i < COUNT - 1; i++)
    for (int j = 0; j < COUNT - 1 - i; j++)
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
  for (int i = 0; i + 1 < COUNT; i++) assert(a[i] <= a[i + 1]);
  return 0;
}
