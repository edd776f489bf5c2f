// Decodes UTF-8 from standard input and counts characters by plane.
// sizes: --sym-stdin 5
// klee: --sym-stdin 5
// quick
#include <stdio.h>

enum { PLANES = 17 };

static int next_code_point(long *code) {
    int c = getchar();
    if (c == EOF)
        return 0;
    int more;
    long value, least;
    if (c < 0x80) {
        *code = c;
        return 1;
    } else if ((c & 0xe0) == 0xc0) {
        more = 1;
        value = c & 0x1f;
        least = 0x80;
    } else if ((c & 0xf0) == 0xe0) {
        more = 2;
        value = c & 0x0f;
        least = 0x800;
    } else if ((c & 0xf8) == 0xf0) {
        more = 3;
        value = c & 0x07;
        least = 0x10000;
    } else {
        return -1;
    }
    while (more-- > 0) {
        c = getchar();
        if (c == EOF || (c & 0xc0) != 0x80)
            return -1;
        value = value << 6 | (c & 0x3f);
    }
    if (value < least || (value >= 0xd800 && value < 0xe000))
        return -1;
    // fixed: if (value > 0x10ffff) return -1;
    *code = value;
    return 1;
}

int main(void) {
    long counts[PLANES] = {0};
    long code, total = 0;
    int state;
    while ((state = next_code_point(&code)) > 0) {
        counts[code >> 16]++; // expect: valid-deref
        total++;
    }
    if (state < 0) {
        fprintf(stderr, "malformed after %ld characters\n", total);
        return 1;
    }
    for (int plane = 0; plane < PLANES; plane++)
        if (counts[plane] != 0)
            printf("plane %d: %ld\n", plane, counts[plane]);
    return 0;
}
