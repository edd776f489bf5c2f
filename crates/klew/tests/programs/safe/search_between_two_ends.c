// Both ends of the search stay within the array, of whose length only the bytes are left where it is searched.
// options: --engine horn
#include <klew.h>
#include <stdlib.h>

static long places(const long *marks, size_t count, long mark)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (marks[middle] < mark)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && marks[low] == mark ? (long)low : -1;
}

static int has(const int *numbers, int first, int last, int number)
{
    while (first <= last) {
        int middle = (first + last) / 2;
        if (numbers[middle] == number)
            return 1;
        if (numbers[middle] < number)
            first = middle + 1;
        else
            last = middle - 1;
    }
    return 0;
}

int main(void)
{
    int count = klew_int("count");
    if (count < 1 || count > 100000)
        return 0;
    long *marks = malloc(count * sizeof *marks);
    int *numbers = malloc(count * sizeof *numbers);
    if (!marks || !numbers)
        abort();
    klew_input_bytes(marks, count * sizeof *marks, "marks");
    klew_input_bytes(numbers, count * sizeof *numbers, "numbers");
    long found = places(marks, count, klew_long("mark"));
    found += has(numbers, 0, count - 1, klew_int("number"));
    free(marks);
    free(numbers);
    return found > 0;
}
