// target: unused
#include <klew.h>

int unused(int n)
{
    return n + 1;
}

int main(void)
{
    return klew_int("n") > 3;
}
