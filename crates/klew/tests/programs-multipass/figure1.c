// Figure 1 of paper 002: a loop of 1000 turns before a null pointer is read.
#include <klew.h>
#include <stddef.h>
void foo(void) {}
int main(void) {
    int i = 0;
    int W = klew_int("W");
    int r = 0;
    while (i < W)
        i++;
    if (W == 1000) {
        int *p = NULL;
        r = *p;
    }
    return r;
}
