// What one array is like says what another one is like.
// options: --property assertion
// time: 120s
// long
#include <assert.h>
#include <klew.h>
int weights[30000];
char heavy[30000];
int main(void) {
    int i, agree = 1;
    for (i = 0; i < 30000; i++) weights[i] = klew_int("weight");
    for (i = 0; i < 30000; i++) {
        if (weights[i] > 500)
            heavy[i] = 1;
        else
            heavy[i] = 0;
    }
    for (i = 0; i < 30000; i++) {
        if (weights[i] > 500 && !heavy[i]) agree = 0;
        if (weights[i] <= 500 && heavy[i]) agree = 0;
    }
    assert(agree);
    return 0;
}
