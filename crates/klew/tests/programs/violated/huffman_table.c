// time: 20s
#include <klew.h>
#include <assert.h>
#include <stdint.h>
struct code { uint8_t bits; uint16_t symbol; };
static struct code table[512];
static unsigned reversed(unsigned code, int bits) { unsigned r = 0; while (bits--) { r = r << 1 | (code & 1); code >>= 1; } return r; }
static void add(unsigned symbol, unsigned code, int bits) {
    for (unsigned rest = 0; rest < 1u << (9 - bits); rest++) {
        unsigned at = reversed(code, bits) | rest << bits;
        table[at].bits = (uint8_t)bits; table[at].symbol = (uint16_t)symbol;
    }
}
int main(void) {
    for (unsigned s = 0; s < 144; s++) add(s, 0x30 + s, 8);
    for (unsigned s = 144; s < 256; s++) add(s, 0x190 + s - 144, 9);
    for (unsigned s = 256; s < 280; s++) add(s, s - 256, 7);
    for (unsigned s = 280; s < 288; s++) add(s, 0xc0 + s - 280, 8);
    uint32_t in = klew_uint("in");
    unsigned left = 32; char text[3];
    int n = 0;
    for (;;) {
        if (left < 9) return 0;
        struct code c = table[in & 511];
        in >>= c.bits; left -= c.bits;
        if (c.symbol == 256) break;
        if (c.symbol > 256 || n == 3) return 0;
        text[n++] = (char)c.symbol;
    }
    if (n == 2 && text[0] == 'o' && text[1] == 'k') assert(0); // expect: assertion
    return 0;
}
