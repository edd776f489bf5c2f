#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int a[4] = {1, 2, 3, 4}, b = 9, *p;
  klee_make_symbolic(&p, sizeof p, "p");
  klee_assume(((p >= a) & (p < a + 4)) | (p == &b));
  klee_assume(((unsigned long)p & 3) == 0);
  assert((*p >= 1 && *p <= 4) || *p == 9);
  return 0;
}
