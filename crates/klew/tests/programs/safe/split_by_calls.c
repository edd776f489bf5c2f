// A call that calls itself takes coins off an amount, and counts into variables of main: it is as deep as the amount is large.
// time: 60s
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static void split(unsigned amount, unsigned *coins, unsigned *rest) {
  if (amount < 20) {
    *coins = 0;
    *rest = amount;
    return;
  }
  split(amount - 20, coins, rest);
  *coins += 1;
}

int main(void) {
  unsigned amount = __VERIFIER_nondet_uint(), coins, rest;
  if (amount > 1000000)
    return 1;
  split(amount, &coins, &rest);
  assert(rest < 20);
  assert(20 * coins + rest == amount);
  return 0;
}
