// with: two_files.part
#include <assert.h>
int add(int, int);
extern int total;
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 10) return 0;
  add(x, 1);
  assert(total == x + 1);
  return 0;
}
