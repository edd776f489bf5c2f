// Following the recursion comes to no end, and gives up soon; that the assertion holds needs only what it keeps true.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int seen;

static void walk(int more, int next) {
  if (more)
    walk(next, 1);
  else
    seen = next;
}

int main(void) {
  int flag = __VERIFIER_nondet_int() != 0;
  walk(flag, flag);
  assert(flag == 0);
  return seen;
}
