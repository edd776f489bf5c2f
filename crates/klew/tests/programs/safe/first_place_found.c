// Nothing that is looked for lies before the place at which it was found.
// options: --property assertion
// long
// time: 120s
#include <assert.h>
#include <klew.h>
int keys[50000];
int main(void) {
    int wanted = klew_int("wanted"), found = 0, place, i;
    for (i = 0; i < 50000; i++) keys[i] = klew_int("key");
    for (i = 0; i < 50000 && !found; i++)
        if (keys[i] == wanted) {
            found = 1;
            place = i;
        }
    if (found)
        for (i = 0; i < place; i++) assert(keys[i] != wanted);
    return 0;
}
