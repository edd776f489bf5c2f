#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned y = (unsigned)x * 3u + 1u;
  if (x > 100 && x < 200)
    assert(y != 412u); // expect: assertion
  return 0;
}
