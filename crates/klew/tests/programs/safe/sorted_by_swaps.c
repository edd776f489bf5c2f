// How two elements lie to each other, at any two indices: what swaps neighbours until it need not any more sorts.
// options: --engine horn --property assertion
// long
#include <klew.h>
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int size = klew_int("size");
    klew_assume(size > 0 && size < 100000);
    int *marks = malloc(size * sizeof *marks);
    if (marks == NULL) {
        return 1;
    }
    for (int i = 0; i < size; i++) {
        marks[i] = klew_int("mark");
    }
    int again = 1;
    while (again) {
        again = 0;
        for (int i = 0; i + 1 < size; i++) {
            if (marks[i] > marks[i + 1]) {
                int other = marks[i];
                marks[i] = marks[i + 1];
                marks[i + 1] = other;
                again = 1;
            }
        }
    }
    for (int i = 0; i < size; i++) {
        for (int k = i + 1; k < size; k++) {
            assert(marks[i] <= marks[k]);
        }
    }
    free(marks);
    return 0;
}
