// What an element is depends on the number that it stands at.
// options: --engine horn --property assertion
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
        marks[i] = i % 3 == 0 ? 7 : 2;
    }
    for (int i = 0; i < size; i++) {
        if (i % 3 == 0) {
            assert(marks[i] == 7);
        } else {
            assert(marks[i] == 2);
        }
    }
    free(marks);
    return 0;
}
