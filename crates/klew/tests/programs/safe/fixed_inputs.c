// Inputs of which the path leaves one value (by equality, by bounds, by masks, by xor) are that value: the loops behind
// them run concretely, as many turns as that needs.
#include <klew.h>
#include <stdint.h>

static uint32_t table[256];
static uint32_t seed, rounds, step, salt;

/* The same twice: with inputs, and with numbers. */
static uint32_t mixed(void) {
    uint32_t sum = salt;
    for (uint32_t turn = 0; turn < rounds; turn++) {
        uint32_t at = (seed + turn * step) & 255;
        table[at] = table[(at * 7 + sum) & 255] * 31 + turn;
        sum ^= table[at] + (sum << 5) + (sum >> 2);
    }
    return sum;
}

int main(void) {
    seed = klew_uint("seed");
    klew_assume(seed == 0x12345678);
    rounds = klew_uint("rounds");
    klew_assume(rounds >= 3000 && rounds <= 3000);
    step = klew_uint("step");
    klew_assume((step & 0xffff) == 0x0105);
    klew_assume((step & 0xffff0000) == 0);
    klew_input_bytes(&salt, sizeof salt, "salt");
    klew_assume((salt ^ 0xa5a5a5a5) == 0x01020304);
    uint32_t sum = mixed();
    seed = 0x12345678, rounds = 3000, step = 0x0105, salt = 0x01020304 ^ 0xa5a5a5a5;
    for (int i = 0; i < 256; i++) table[i] = 0;
    klew_assert(sum == mixed());
}
