// `div` divides as `/` does: of the least number by -1 there is no quotient.
#include <klew.h>
#include <stdlib.h>

int main(void) {
    int number = klew_int("number"), by = klew_int("by");
    if (by == 0)
        return 0;
    div_t result = div(number, by); // expect: division-overflow
    return result.quot > result.rem;
}
