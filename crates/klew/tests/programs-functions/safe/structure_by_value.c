// Structures that are passed by value, in registers and in memory, and returned.
// options: --function scaled
#include <klew.h>

struct point {
    float x, y;
};

struct box {
    struct point corners[2];
    long weight;
    unsigned char flags[3];
};

struct box scaled(struct box box, struct point by, _Bool twice)
{
    klew_assert(twice == 0 || twice == 1);
    box.corners[1].x *= by.x;
    box.corners[1].y *= by.y;
    box.weight ^= box.flags[2];
    return box;
}
