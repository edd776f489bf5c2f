// `malloc` gives null for more than half of all addresses, as for a negative number.
#include <assert.h>
#include <klew.h>
#include <stdlib.h>

int main(void) {
    int count = klew_int("count");
    if (count >= 0)
        return 0;
    char *bytes = malloc(count);
    assert(bytes); // expect: assertion
    free(bytes);
    return 0;
}
