// The sum is what it should be for small numbers only; the program's own arithmetic wraps, after forty thousand turns.
// options: --property assertion
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), sum = 0;
  for (unsigned i = 0; i < n; i++) {
    sum += 100000;
  }
  assert(sum >= n); // expect: assertion
  return 0;
}
