// options: --engine horn --property assertion
// Two things are asserted of the two largest elements by one function: each is proved by itself.
#include <assert.h>
#include <klew.h>

enum { COUNT = 50000 };

static void must(int holds)
{
    assert(holds);
}

int main(void)
{
    int values[COUNT];
    for (int i = 0; i < COUNT; i++)
        values[i] = klew_int("value");
    int first = values[0], second = values[1];
    if (first < second) {
        first = values[1];
        second = values[0];
    }
    for (int i = 2; i < COUNT; i++) {
        if (values[i] > first) {
            second = first;
            first = values[i];
        } else if (values[i] > second) {
            second = values[i];
        }
    }
    for (int i = 0; i < COUNT; i++)
        must(values[i] <= first);
    must(second <= first);
    return 0;
}
