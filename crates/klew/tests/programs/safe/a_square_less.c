// What is stored is a product of the index: (i - 1) * (i + 1) is one less than i * i, whatever they wrap to.
// options: --engine horn
#include <klew.h>
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int count = klew_range(1, 40000, "count");
    int *numbers = malloc(count * sizeof *numbers);
    for (int i = 0; i < count; i++) {
        numbers[i] = (i - 1) * (i + 1);
    }
    for (int i = 0; i < count; i++) {
        numbers[i] -= i * i;
    }
    for (int i = 0; i < count; i++) {
        assert(numbers[i] == -1);
    }
    free(numbers);
    return 0;
}
