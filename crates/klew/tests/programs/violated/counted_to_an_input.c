// Loops that go on until a counter meets an input, or count one down: each turn asks whether it is the last one. The overflow behind
// 6,711 turns of one of them is found, as the values that are left of the input are told without a solver.
// options: --property no-overflow --engine forward

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

static int below(int n)
{
	int sum = 0;
	for (int i = 0; i < n; i++)
		sum += 300000;
	return sum;
}

static int until(int n)
{
	int sum = 0;
	for (int i = 0; i != n; i++)
		sum += 300000;
	return sum;
}

static int down(unsigned n)
{
	int sum = 0;
	while (n--)
		sum += 320000; // expect: signed-overflow
	return sum;
}

int main(void)
{
	unsigned n = __VERIFIER_nondet_uint();
	if (n > 7000)
		return 0;
	switch (__VERIFIER_nondet_int()) {
	case 0:
		return below((int)n);
	case 1:
		return until((int)n);
	default:
		return down(n);
	}
}
