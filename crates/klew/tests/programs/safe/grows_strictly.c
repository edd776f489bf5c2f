// options: --engine horn
// What is kept of some numbers grows from one to the next.
#include <assert.h>
#include <klew.h>

#define MOST 500

int kept[MOST];

int main(void) {
    int count = 0, largest = -1;
    for (int i = 0; i < MOST; i++) {
        int number = klew_int("number");
        if (number > largest) {
            kept[count++] = number;
            largest = number;
        }
    }
    for (int i = 0; i + 1 < count; i++)
        assert(kept[i] < kept[i + 1]);
    return 0;
}
