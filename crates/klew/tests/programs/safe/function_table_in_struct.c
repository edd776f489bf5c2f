#include <assert.h>
struct operations { int (*apply)(int, int); const char *name; };
static int add(int a, int b) { return a + b; }
static int mul(int a, int b) { return a * b; }
static const struct operations all[] = { { add, "add" }, { mul, "mul" } };
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  const struct operations *o = &all[__VERIFIER_nondet_bool()];
  int r = o->apply(3, 4);
  assert(r == (o->name[0] == 'a' ? 7 : 12));
  return 0;
}
