// What a loop took off a number and what is left of it make the number: its parity, which steps that halve the word tell as well.
// options: --engine horn --property assertion
#include <klew.h>
#include <assert.h>

static unsigned parity(unsigned word)
{
    word ^= word >> 16;
    word ^= word >> 8;
    word ^= word >> 4;
    return (0x6996u >> (word & 15u)) & 1u;
}

int main(void)
{
    unsigned word = klew_uint("word"), rest = word;
    int odd = 0;
    while (rest != 0) {
        odd = !odd;
        rest &= rest - 1;
    }
    assert(parity(word) == (unsigned)odd);
    return 0;
}
