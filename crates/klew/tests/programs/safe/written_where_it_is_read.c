// options: --check-uninitialised
// What is read was written, wherever that is; what is thrown away again does not matter.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int a[10], spare;
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  if (i < 0 || i > 9 || j < 0 || j > 9) return 0;
  a[i] = 1;
  a[j] = 2;
  assert(a[i] == (i == j ? 2 : 1));
  int k = __VERIFIER_nondet_int();
  if (k != i && k != j) k = i;
  if (a[k] > 2) return 1;
  if ((spare & 0) != 0) return 1;
  return 0;
}
