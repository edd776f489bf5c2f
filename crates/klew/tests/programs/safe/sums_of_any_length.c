// Loops whose number of turns is an input of 32 bits: what they keep true proves the checks behind them.
// options: --property reach-error,assertion,no-overflow
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int taken;
static void take(int *from, int *to) {
  *from -= 1;
  *to += 1;
  taken++;
}
int main(void) {
  int whole = __VERIFIER_nondet_int();
  if (whole < 0 || whole > 1000000) {
    return 0;
  }
  int left = whole, right = 0;
  while (left > 0 && __VERIFIER_nondet_int()) {
    take(&left, &right);
  }
  assert(left + right == whole);
  assert(taken == right);
  for (int i = 0; i < whole; i++) {
    for (int j = i; j < whole; j++) {
      assert(0 <= i && i <= j && j < whole);
    }
  }
  return 0;
}
