// Who copies up to a zero or the end, and compares up to there again, comes no further than the first time.
// options: --engine horn
#include <klew.h>
#include <assert.h>

enum { COUNT = 20000 };

int main(void)
{
    int from[COUNT], to[COUNT];
    for (int i = 0; i < COUNT; i++) {
        from[i] = klew_int("number");
    }
    int i = 0;
    while (i < COUNT && from[i] != 0) {
        to[i] = from[i];
        i++;
    }
    for (i = 0; i < COUNT && from[i] != 0; i++) {
        assert(to[i] == from[i]);
    }
    return 0;
}
