// Which locales there are, nobody knows, and klew only knows the C locale.
#include <assert.h>
#include <locale.h>
#include <stdlib.h>

int main(void) {
    if (setlocale(LC_NUMERIC, "de_DE.UTF-8"))
        assert(strtod("0.5", 0) == 0.5);
    return 0;
}
