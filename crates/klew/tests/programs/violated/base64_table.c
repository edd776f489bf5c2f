#include <klew.h>
#include <assert.h>
#include <string.h>
static const signed char values[256] = {
    ['A'] = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
    ['a'] = 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52,
    ['0'] = 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, ['+'] = 63, ['/'] = 64,
};
static int decode(const unsigned char *text, unsigned char *to) {
    unsigned bits = 0;
    int count = 0;
    for (int i = 0; i < 8; i++) {
        int value = values[text[i]];
        if (value == 0) return -1;
        bits = bits << 6 | (unsigned)(value - 1);
        if (i % 4 == 3) {
            to[count++] = bits >> 16; to[count++] = bits >> 8; to[count++] = bits;
        }
    }
    return count;
}
int main(void) {
    unsigned char text[8], to[6];
    klew_input_bytes(text, sizeof text, "text");
    if (decode(text, to) == 6 && memcmp(to, "secret", 6) == 0)
        assert(0); // expect: assertion
    return 0;
}
