// The function alone does not come to main: that main reads its arguments is no bound on what was explored.
// options: --function clamp
#include <assert.h>
#include <stdlib.h>

int clamp(int value, int least, int most)
{
    if (least > most)
        return value;
    int result = value < least ? least : value > most ? most : value;
    assert(result >= least && result <= most);
    return result;
}

int main(int argc, char **argv)
{
    return argc > 1 ? clamp(atoi(argv[1]), 0, 9) : 0;
}
