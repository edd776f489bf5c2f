/* Decodes any few characters as base 64. */
#include <klew.h>
#include <b64/cdecode.h>

enum { SIZE = 6 };

int main(void)
{
    char text[SIZE], decoded[SIZE];
    base64_decodestate decode;
    klew_input_bytes(text, SIZE, "text");
    base64_init_decodestate(&decode);
    int count = base64_decode_block(text, SIZE, decoded, &decode);
    klew_assert(count >= 0 && count <= SIZE);
    return 0;
}
