// A pointer that comes from input points to what the path says, and a function is called by it, too.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
static int called;
static void f(int x) { called = x; }
static void g(int x) { called = x + 1; }
struct node {
  struct node *next;
  int value;
};
int main(void) {
  int x = 5, *p;
  klee_make_symbolic(&p, sizeof p, "p");
  klee_assume(p == &x);
  assert(*p == 5);
  *p = 6;
  assert(x == 6);
  void (*call)(int);
  klee_make_symbolic(&call, sizeof call, "call");
  if (call == f || call == g) {
    call(1);
    assert(called == 1 + (call == g));
  }
  struct node *last = malloc(sizeof *last), first;
  last->value = 1;
  klee_make_symbolic(&first, sizeof first, "first");
  klee_assume(first.next == last);
  assert(first.next->value == 1);
  free(first.next);
  return 0;
}
