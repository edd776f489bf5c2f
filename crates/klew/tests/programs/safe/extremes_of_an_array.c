// The least and the greatest of many numbers lie on either side of all of them.
// options: --property assertion
// time: 120s
#include <assert.h>
#include <klew.h>
int levels[30000];
int main(void) {
    int i, low, high;
    for (i = 0; i < 30000; i++) levels[i] = klew_int("level");
    low = high = levels[0];
    for (i = 1; i < 30000; i++) {
        if (levels[i] < low) low = levels[i];
        if (levels[i] > high) high = levels[i];
    }
    for (i = 0; i < 30000; i++) assert(low <= levels[i] && levels[i] <= high);
    return 0;
}
