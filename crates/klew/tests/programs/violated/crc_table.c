// time: 20s
#include <klew.h>
#include <assert.h>
#include <stdint.h>
static uint32_t table[256];
static void fill(void) {
    for (uint32_t n = 0; n < 256; n++) {
        uint32_t c = n;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
        table[n] = c;
    }
}
int main(void) {
    uint8_t text[4];
    fill();
    klew_input_bytes(text, sizeof text, "text");
    uint32_t crc = 0xffffffffu;
    for (unsigned i = 0; i < sizeof text; i++)
        crc = table[(crc ^ text[i]) & 0xff] ^ (crc >> 8);
    crc ^= 0xffffffffu;
    assert(crc != 0x9be3e0a3u); // expect: assertion
    // It is the sum of "1234".
    return 0;
}
