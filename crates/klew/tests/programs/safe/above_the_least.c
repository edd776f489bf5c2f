// long
// What the least element is taken off from is not negative: how elements lie to a value and what that may be are needed at once.
// options: --engine horn
#include <klew.h>
#include <assert.h>

enum { COUNT = 1000 };

int main(void)
{
    int heights[COUNT], above[COUNT];
    for (int i = 0; i < COUNT; i++) {
        heights[i] = klew_range(-9000, 9000, "height");
    }
    int least = 9000;
    for (int i = 0; i < COUNT; i++) {
        if (heights[i] < least) {
            least = heights[i];
        }
    }
    for (int i = 0; i < COUNT; i++) {
        above[i] = heights[i] - least;
    }
    for (int i = 0; i < COUNT; i++) {
        assert(above[i] >= 0);
    }
    return 0;
}
