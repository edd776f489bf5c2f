// Whoever compares each element with all before it knows that no two are the same.
// options: --engine horn --property assertion
// long
#include <klew.h>
#include <assert.h>

#define SEATS 500

int main(void)
{
    int guests[SEATS];
    int differ = 1;
    for (int i = 0; i < SEATS; i++) {
        guests[i] = klew_int("guest");
    }
    for (int i = 1; i < SEATS && differ; i++) {
        for (int k = i - 1; k >= 0 && differ; k--) {
            if (guests[i] == guests[k]) {
                differ = 0;
            }
        }
    }
    int one = klew_int("one"), other = klew_int("other");
    if (differ && 0 <= one && one < other && other < SEATS) {
        assert(guests[one] != guests[other]);
    }
    return 0;
}
