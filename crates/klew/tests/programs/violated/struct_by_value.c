#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct small { int a; char b; };
struct large { long a, b, c; struct small s; };
static struct large change(struct large v, struct small s) {
  v.c += s.a;
  v.s.b = (char)(s.b + 1);
  return v;
}
int main(void) {
  struct small s = { __VERIFIER_nondet_int(), 'x' };
  struct large v = { 1, 2, 3, { 4, 'y' } };
  struct large w = change(v, s);
  assert(v.c == 3 && v.s.b == 'y' && w.s.b == 'y');
  assert(w.c != 1234); // expect: assertion
  return 0;
}
