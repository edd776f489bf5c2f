// A sum that goes on without end is a multiple of four; its term has thousands of summands, and others have their turns all the same.
// options: --jobs 1 --property assertion
#include <klew.h>
#include <assert.h>

int main(void)
{
    unsigned sum = 0, step = 4;
    for (;;) {
        sum += step;
        step += 8 * klew_uint("eighths");
        assert(sum != 30);
    }
}
