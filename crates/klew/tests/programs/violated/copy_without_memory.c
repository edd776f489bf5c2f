// A copy of a string is memory, too, and there may be none.
// options: --property memory-safety --malloc-may-fail

#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *first = malloc(8);
	if (!first)
		return 0;
	strcpy(first, "first");
	char *second = strndup(first, 3);
	if (!second) {
		free(first);
		return 0;
	}
	char *third = strdup(second);
	third[0] = 'F'; // expect: valid-deref
	free(third);
	free(second);
	free(first);
	return 0;
}
