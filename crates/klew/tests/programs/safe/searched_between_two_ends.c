// A search in a sorted array: what is before the place that it ends at is less, and nothing behind is.
// options: --engine horn --property assertion
// long
#include <klew.h>
#include <assert.h>

#define COUNT 1000

int main(void)
{
    static int marks[COUNT];
    for (int i = 0; i < COUNT; i++) {
        marks[i] = klew_int("mark");
    }
    for (int i = 0; i + 1 < COUNT; i++) {
        klew_assume(marks[i] <= marks[i + 1]);
    }
    int mark = klew_int("wanted");
    int low = 0, high = COUNT;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (marks[middle] < mark) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (int i = 0; i < low; i++) {
        assert(marks[i] < mark);
    }
    for (int i = low; i < COUNT; i++) {
        assert(marks[i] >= mark);
    }
    return 0;
}
