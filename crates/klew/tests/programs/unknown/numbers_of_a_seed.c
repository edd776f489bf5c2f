// Numbers behind a seed that the program gives are always the same, and klew does not compute them: what fails for some others only is not known
// to happen.

#include <assert.h>
#include <stdlib.h>

int main(void)
{
	srand(1);
	int first = rand();
	srand(1);
	assert(rand() == first);
	return 0;
}
