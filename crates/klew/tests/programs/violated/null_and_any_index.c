// What lies beside null is no number that the program was given, however large the index.
#include <klew.h>
int main(void) {
    int *p = 0;
    int i = klew_int("i");
    return p[i]; // expect: valid-deref
}
