// options: --unroll 3
#include <klew.h>

int main(void)
{
    unsigned n = klew_uint("n"), i = 0;
    while (i < n)
        i++;
    if (i == 100)
        return 1; // target
    return 0;
}
