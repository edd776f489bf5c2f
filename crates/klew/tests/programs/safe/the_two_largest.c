// Each element is the largest or at most the second largest: one of two conditions is asked of each.
// options: --engine horn
// long
#include <klew.h>
#include <assert.h>

enum { COUNT = 50000 };

int main(void)
{
    int values[COUNT];
    for (int i = 0; i < COUNT; i++) {
        values[i] = klew_int("value");
    }
    int first = values[0], second = values[1];
    if (first < second) {
        int swapped = first;
        first = second;
        second = swapped;
    }
    for (int i = 2; i < COUNT; i++) {
        if (values[i] > first) {
            second = first;
            first = values[i];
        } else if (values[i] > second) {
            second = values[i];
        }
    }
    for (int i = 0; i < COUNT; i++) {
        assert(values[i] == first || values[i] <= second);
    }
    return 0;
}
