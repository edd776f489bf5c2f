// How two elements lie to each other while one of them is still to be put into its place, and to a pivot that they are compared with.
// options: --engine horn --property assertion
// long
#include <klew.h>
#include <assert.h>
#include <stdlib.h>

static void sort(int *marks, int size)
{
    for (int i = 1; i < size; i++) {
        int mark = marks[i];
        int hole = i;
        while (hole > 0 && marks[hole - 1] > mark) {
            marks[hole] = marks[hole - 1];
            hole--;
        }
        marks[hole] = mark;
    }
}

int main(void)
{
    int size = klew_int("size");
    klew_assume(size > 0 && size < 100000);
    int *marks = malloc(size * sizeof *marks);
    if (!marks) {
        return 1;
    }
    for (int i = 0; i < size; i++) {
        marks[i] = klew_int("mark");
    }
    sort(marks, size);
    for (int i = 0; i + 1 < size; i++) {
        assert(marks[i] <= marks[i + 1]);
    }
    free(marks);
    return 0;
}
