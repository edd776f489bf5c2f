// Each of two loops puts what it is looking for where it counts, and later loops rely on it.
// options: --property assertion
// long
// time: 120s
#include <assert.h>
#include <klew.h>
int all[20000], small[20000], large[20000];
int main(void) {
    int i, smalls = 0, larges = 0;
    for (i = 0; i < 20000; i++) all[i] = klew_int("one");
    for (i = 0; i < 20000; i++)
        if (all[i] < 100) small[smalls++] = all[i];
    for (i = 0; i < 20000; i++)
        if (all[i] >= 100) large[larges++] = all[i];
    for (i = 0; i < smalls; i++) assert(small[i] < 100);
    for (i = 0; i < larges; i++) assert(large[i] >= 100);
    return 0;
}
