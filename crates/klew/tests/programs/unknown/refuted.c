// The compiled program is another one than klew reads: what klew finds is not there.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
#ifdef __KLEW__
  assert(x != 1234567);
#endif
  return 0;
}
