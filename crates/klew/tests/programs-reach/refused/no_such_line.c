// target: no_such_line.c:8
// says: the nearest lines with code are no_such_line.c:7 and no_such_line.c:9
#include <klew.h>

int main(void)
{
    int n = klew_int("n");

    return n;
}
