// options: --search depth
// Finding nothing where it thinks that there is something is no reason to stop.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
#ifdef __KLEW__
  int count = 0;
  for (int i = 0; i < 8; i++)
    count += x >> i & 1;
  assert(count != 3);
#endif
  assert(x != 1234567); // expect: assertion
  return 0;
}
