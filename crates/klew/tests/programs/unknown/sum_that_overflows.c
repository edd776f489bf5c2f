// The sum is what it should be for small numbers only; the program's own arithmetic wraps, after four million turns.
// options: --property assertion
// time: 5s
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), sum = 0;
  for (unsigned i = 0; i < n; i++) {
    sum += 1000 + (i & 1);
  }
  assert(sum >= n);
  return 0;
}
