// Sets of eight things, joined twice: three pairs need three.
#include <klew.h>

unsigned char __VERIFIER_nondet_uchar(void);

static unsigned parent[8];

static unsigned find(unsigned thing)
{
    while (parent[thing] != thing)
        thing = parent[thing];
    return thing;
}

int main(void)
{
    unsigned char things[4];
    for (int i = 0; i < 4; i++)
        things[i] = __VERIFIER_nondet_uchar();
    for (unsigned i = 0; i < 8; i++)
        parent[i] = i;
    for (int i = 0; i < 4; i += 2) {
        klew_assume(things[i] < 8 && things[i + 1] < 8);
        parent[find(things[i])] = find(things[i + 1]);
    }
    klew_assert(find(1) != find(6) || find(2) != find(5) || find(0) != find(7));
    return 0;
}
