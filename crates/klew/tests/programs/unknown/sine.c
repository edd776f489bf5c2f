// What klew only approximates counts only if a compiled program shows it.
#include <assert.h>
#include <math.h>

int main(void) {
    double y = sin(1.0);
    assert(y < 0.9);
    return 0;
}
