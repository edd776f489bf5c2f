// The element at an index that is chosen in a loop is a value of the loop: all others are compared with it.
// options: --engine horn --property assertion
// long
#include <klew.h>
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int size = klew_int("size");
    klew_assume(size > 0 && size < 100000);
    int *prices = malloc(size * sizeof *prices);
    if (prices == NULL) {
        return 1;
    }
    for (int i = 0; i < size; i++) {
        prices[i] = klew_int("price");
    }
    int best = 0;
    for (int i = 1; i < size; i++) {
        if (prices[i] < prices[best]) {
            best = i;
        }
    }
    for (int i = 0; i < size; i++) {
        assert(prices[best] <= prices[i]);
    }
    free(prices);
    return 0;
}
