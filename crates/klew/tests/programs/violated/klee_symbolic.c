#include <assert.h>
#include <stddef.h>
void klee_make_symbolic(void *, size_t, const char *);
void klee_assume(unsigned long);
struct point { short x, y; };
int main(void) {
  struct point p[2];
  klee_make_symbolic(p, sizeof p, "points");
  klee_assume(p[0].x > p[1].x);
  assert(p[0].x - p[1].x != 300 || p[0].y != p[1].y); // expect: assertion
  return 0;
}
