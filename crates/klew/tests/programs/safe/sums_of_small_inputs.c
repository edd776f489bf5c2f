// options: --property assertion --engine horn
// What adds at most three in each turn is at most three times as many as its turns.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int sum = 0;
  for (int i = 0; i < 250; i++) {
    int more = __VERIFIER_nondet_int();
    if (more > 0 && more < 4) sum += more;
  }
  assert(sum <= 750);
  return 0;
}
