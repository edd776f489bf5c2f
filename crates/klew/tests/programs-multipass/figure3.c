// Figure 3 of paper 002: two pointers to one object; the later write counts.
#include <assert.h>
#include <stdlib.h>
struct A { int f1; int f2; } *p, *q;
int main(void) {
    q = malloc(sizeof(struct A));
    p = q;
    q->f1 = 5;
    p->f1 = 7;
    if (p->f1 == q->f1)
        assert(0);
}
