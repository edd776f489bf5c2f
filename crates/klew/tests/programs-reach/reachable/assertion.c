// target: assertion
#include <assert.h>
#include <klew.h>

int main(void)
{
    int a = klew_int("a"), b = klew_int("b");
    if (a > b)
        assert(a - 3 != b); // at
    return 0;
}
