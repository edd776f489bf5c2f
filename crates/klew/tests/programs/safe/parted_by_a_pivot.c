// Whatever is on one side of the border is no more than what is on the other: both are compared with the pivot.
// options: --engine horn --property assertion
// long
#include <klew.h>
#include <assert.h>

#define SIZE 10000

int main(void)
{
    static int marks[SIZE];
    for (int i = 0; i < SIZE; i++) {
        marks[i] = klew_int("mark");
    }
    int pivot = marks[0];
    int border = 0;
    for (int i = 0; i < SIZE; i++) {
        if (marks[i] < pivot) {
            int other = marks[i];
            marks[i] = marks[border];
            marks[border] = other;
            border++;
        }
    }
    for (int low = 0; low < border; low++) {
        for (int high = border; high < SIZE; high++) {
            assert(marks[low] <= marks[high]);
        }
    }
    return 0;
}
