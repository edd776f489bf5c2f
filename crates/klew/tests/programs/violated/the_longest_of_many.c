// One number of a thousand needs 178 steps: random runs draw numbers below those that the program compares with.
// options: --property assertion --engine random

#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	unsigned n = __VERIFIER_nondet_uint(), steps = 0;
	if (n == 0 || n > 1000)
		return 0;
	while (n != 1) {
		n = n % 2 ? 3 * n + 1 : n / 2;
		steps++;
	}
	assert(steps < 178); // expect: assertion
	return 0;
}
