// A stack of any height whose elements alternate: what one is, is known from the one above.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct element {
  struct element *below;
  int colour;
};
int main(void) {
  struct element *top = 0;
  int colour = 0;
  while (__VERIFIER_nondet_int()) {
    struct element *element = malloc(sizeof *element);
    if (!element) {
      abort();
    }
    element->below = top;
    element->colour = colour;
    colour = !colour;
    top = element;
  }
  while (top) {
    struct element *below = top->below;
    assert(!below || below->colour != top->colour);
    free(top);
    top = below;
  }
  return 0;
}
