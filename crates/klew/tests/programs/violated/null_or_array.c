#include <klew.h>
#include <stdlib.h>
int main(void) {
    int *p = klew_bool("none") ? 0 : calloc(8, 4);
    unsigned long i = klew_ulong("i");
    klew_assume(i < 8 || p == 0);
    int r = p[i]; // expect: valid-deref
    free(p);
    return r;
}
