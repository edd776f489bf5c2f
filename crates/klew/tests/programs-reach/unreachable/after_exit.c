#include <klew.h>
#include <stdlib.h>

static void leave(int code)
{
    exit(code);
}

int main(void)
{
    int n = klew_int("n");
    leave(n);
    return n; // target
}
