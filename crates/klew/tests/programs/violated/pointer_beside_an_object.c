// A native run has other addresses.
#include <klee/klee.h>
int main(void) {
  int x = 1, *p;
  klee_make_symbolic(&p, sizeof p, "p");
  klee_assume(p == &x + 1);
  return *p; // replayed: valid-deref
}
