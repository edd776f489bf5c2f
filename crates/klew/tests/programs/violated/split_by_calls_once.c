// As split_by_calls, but the calls count into one variable only as long as few coins are left.
// time: 60s
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static void split(unsigned amount, unsigned *coins, unsigned *rest) {
  if (amount < 20) {
    *coins = 0;
    *rest = amount;
    return;
  }
  split(amount - 20, coins, amount < 140 ? rest : coins);
  *coins += 1;
}

int main(void) {
  unsigned amount = __VERIFIER_nondet_uint(), coins, rest = 0;
  if (amount > 1000)
    return 1;
  split(amount, &coins, &rest);
  assert(20 * coins + rest == amount); // expect: assertion
  return 0;
}
