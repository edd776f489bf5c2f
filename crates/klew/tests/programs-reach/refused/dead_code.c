// says: the compiler leaves out what can never be executed
#include <klew.h>

int main(void)
{
    int n = klew_int("n");
    if (0)
        n = 5; // target
    return n;
}
