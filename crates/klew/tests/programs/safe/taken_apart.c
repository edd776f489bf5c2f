// A number that is divided is its parts, put together again.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (b == 0) return 0;
  assert(a / b * b + a % b == a);
  assert(a - a / b * b < b);
  int c = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int();
  if (d == 0 || d == -1) return 0;
  assert(c / d * d + c % d == c);
  return 0;
}
