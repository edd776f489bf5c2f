// time: 20s
// A constant table with writes at unknown places, of entries of two bytes and three fields.
#include <assert.h>
#include <klew.h>
#include <stdint.h>
struct entry {
  uint16_t next;
  uint8_t bits, kind;
};
static struct entry table[256];
int main(void) {
  for (unsigned i = 0; i < 256; i++)
    table[i] = (struct entry){(uint16_t)(i * 40503u), (uint8_t)(i * 7), (uint8_t)(i % 3)};
  for (int i = 0; i < 4; i++) {
    unsigned at = klew_uint("at");
    klew_assume(at < 256);
    table[at].kind = 5;
  }
  unsigned k = klew_uint("k"), l = klew_uint("l");
  klew_assume(k < 256);
  klew_assume(l < 256);
  if (table[k].kind == 5 && table[l].kind == 2)
    assert((uint16_t)(table[k].next ^ table[l].next) != 0x7c46 || table[l].bits != 0x5e); // expect: assertion
  return 0;
}
