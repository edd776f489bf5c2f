// COUNT branches in a row: 2^COUNT paths.
#include <assert.h>
#include <stddef.h>
void klee_make_symbolic(void *, size_t, const char *);
#ifndef COUNT
#define COUNT 8
#endif

int main(void) {
  unsigned char bits[COUNT];
  unsigned sum = 0;
  klee_make_symbolic(bits, sizeof bits, "bits");
  for (int i = 0; i < COUNT; i++) {
    if (bits[i] & 1) sum += 2;
    else sum += 3;
  }
  assert(sum >= 2 * COUNT && sum <= 3 * COUNT);
  return 0;
}
