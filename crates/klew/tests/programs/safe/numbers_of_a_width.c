// What scanf reads into a few characters is a number that these can say.

#include <assert.h>
#include <stdio.h>

int main(void)
{
	int digit, signed_digit;
	short hundreds;
	if (scanf("%1d", &digit) == 1)
		assert(digit >= 0 && digit <= 9);
	if (scanf("%2d", &signed_digit) == 1)
		assert(signed_digit >= -9 && signed_digit <= 99);
	if (scanf("%3hd", &hundreds) == 1)
		assert(hundreds > -100 && hundreds < 1000);
	return 0;
}
