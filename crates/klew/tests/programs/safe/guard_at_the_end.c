// Who puts what is looked for at the end of an array finds it there at the latest.
// options: --engine horn
#include <klew.h>
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int count = klew_int("count"), key = klew_int("key");
    if (count <= 0 || count > 100000) {
        return 0;
    }
    int *numbers = malloc(count * sizeof *numbers);
    for (int i = 0; i < count; i++) {
        numbers[i] = klew_int("number");
    }
    numbers[count - 1] = key;
    int found = 0;
    while (numbers[found] != key) {
        found++;
    }
    assert(found >= 0 && found < count);
    free(numbers);
    return 0;
}
