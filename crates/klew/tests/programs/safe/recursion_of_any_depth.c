// Functions that call themselves as often as an input says: what holds between arguments and results proves the checks.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int is_odd(int n);
static int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }
static int larger(int a, int b) { return b == 0 ? a : larger(a + 1, b - 1); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100000) {
    return 0;
  }
  int even = is_even(n);
  assert(even == 0 || even == 1);
  assert(even == !(n & 1));
  assert(larger(n, n) == 2 * n);
  return 0;
}
