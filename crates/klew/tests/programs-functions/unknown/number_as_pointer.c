// A number that is given may be the address of what is given (which no native run is made to show).
// options: --function check --engine forward
// policies: path-optimal
#include <assert.h>
#include <stddef.h>

struct cell {
    int value;
};

void check(long address, struct cell *cell)
{
    assert(cell == NULL || (struct cell *)address != cell);
}
