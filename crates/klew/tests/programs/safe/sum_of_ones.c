// What is known of all elements says what their sum is.
// options: --property assertion
// long
// time: 120s
#include <assert.h>
#include <klew.h>
#include <stdlib.h>
int main(void) {
    int n = klew_int("n");
    if (n <= 0 || n > 1000000) return 0;
    int *votes = malloc(n * sizeof *votes);
    if (!votes) return 0;
    for (int i = 0; i < n; i++) votes[i] = 1;
    long sum = 0;
    for (int i = 0; i < n; i++) sum += votes[i];
    assert(sum == n);
    free(votes);
    return 0;
}
