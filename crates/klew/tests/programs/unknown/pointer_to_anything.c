// Where it points to is not known, so an access is no error, and nothing is shown of it.
#include <klee/klee.h>
int main(void) {
  int x = 1, *p;
  klee_make_symbolic(&p, sizeof p, "p");
  if (p == &x)
    return 0;
  return *p;
}
