// Where it points to is not known, and following paths says nothing of the access; but it may be null.
#include <klee/klee.h>
int main(void) {
  int x = 1, *p;
  klee_make_symbolic(&p, sizeof p, "p");
  if (p == &x)
    return 0;
  return *p; // expect: valid-deref
}
