// After the last element went, the tail is not null: what is added then is written into freed memory.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct element {
  struct element *next;
};
int main(void) {
  struct element *first = 0, *last = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      struct element *element = malloc(sizeof *element);
      if (!element) {
        abort();
      }
      element->next = 0;
      if (last) {
        last->next = element; // expect: valid-deref
      } else {
        first = element;
      }
      last = element;
    } else if (first) {
      struct element *element = first;
      first = element->next;
      free(element);
    }
  }
  while (first) {
    struct element *element = first;
    first = element->next;
    free(element);
  }
  return 0;
}
