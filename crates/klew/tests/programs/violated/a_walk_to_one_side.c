// A thousand steps, all but one to one side: following paths, and looking from the end, there are too many ways; some random runs always
// go one way.
// options: --property assertion --engine random

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
	int place = 0;
	for (int step = 0; step < 1000; step++)
		place += __VERIFIER_nondet_int() ? 1 : -1;
	assert(place != 998); // expect: assertion
	return 0;
}
