#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int r = 0;
  switch (__VERIFIER_nondet_int()) {
    case -5: r = 1; break;
    case 70000: r = 2; /* falls through */
    case 3: r += 4; break;
    default: r = 9;
  }
  assert(r != 6); // expect: assertion
  return 0;
}
