// A structure with a table in it keeps its pointers where the table is written at a symbolic index.
// options: --property assertion,valid-deref --engine forward
// time: 20s
#include <assert.h>
#include <klew.h>
#include <stdlib.h>
struct code { int length; };
struct machine { struct code *code; short stack[3000]; struct code *last; int depth; };
int main(void) {
    struct code code = { 4 };
    struct machine *m = calloc(1, sizeof *m);
    if (!m) return 0;
    m->code = m->last = &code;
    for (int k = 0; k < 3; k++) {
        unsigned short i = klew_ushort("i");
        if (i / 3 >= 1000) return 0;
        m->stack[i] = k;
        assert(m->code->length == 4 && m->last->length == 4);
    }
    free(m);
    return 0;
}
