// Where sizes of arrays are not asked about, one of no elements is just never accessed, as GCC and clang have it.
// options: --property valid-memsafety
#include <klew.h>
int main(void) {
    int n = klew_int("n");
    klew_assume(n >= 0 && n < 3);
    int a[n], sum = 0;
    for (int i = 0; i < n; i++)
        a[i] = i;
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
