#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int run(const unsigned char *code) {
  static void *const labels[] = {&&stop, &&add, &&twice};
  int value = 1;
  goto *labels[*code];
add:
  value += 1;
  goto *labels[*++code];
twice:
  value *= 2;
  goto *labels[*++code];
stop:
  return value;
}
int main(void) {
  static const int offsets[] = {&&a - &&a, &&b - &&a};
  unsigned char code[] = {1, 2, 1, 0};
  assert(run(code) == 5);
  int x = __VERIFIER_nondet_int() & 1, seen;
  goto *(&&a + offsets[x]);
a:
  seen = 0;
  goto end;
b:
  seen = 1;
end:
  assert(seen == x);
  void *here = &&a;
  assert(here != &&b && here == &&a && here != 0);
  return 0;
}
