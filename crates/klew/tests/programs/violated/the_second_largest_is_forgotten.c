// What was the largest is forgotten where a larger one comes, so it need not be among the two largest.
#include <klew.h>
#include <assert.h>

enum { COUNT = 6 };

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
            first = values[i];
        } else if (values[i] > second) {
            second = values[i];
        }
    }
    for (int i = 0; i < COUNT; i++) {
        assert(values[i] == first || values[i] <= second); // expect: assertion
    }
    return 0;
}
