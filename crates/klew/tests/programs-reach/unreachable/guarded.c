#include <klew.h>

int main(void)
{
    int n = klew_int("n"), found = 0;
    klew_assume(n > 0 && n < 100);
    if (n * n == 50)
        found = 1; // target
    return found;
}
