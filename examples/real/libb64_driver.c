/* Encodes a few bytes in base 64 and decodes them again: nothing may change. */
#include <klew.h>
#include <string.h>
#include <b64/cdecode.h>
#include <b64/cencode.h>

enum { SIZE = 5 };

int main(void)
{
    char bytes[SIZE], text[2 * SIZE + 8], decoded[2 * SIZE + 8];
    base64_encodestate encode;
    base64_decodestate decode;
    klew_input_bytes(bytes, SIZE, "bytes");
    base64_init_encodestate(&encode);
    int size = base64_encode_block(bytes, SIZE, text, &encode);
    size += base64_encode_blockend(text + size, &encode);
    base64_init_decodestate(&decode);
    int count = base64_decode_block(text, size, decoded, &decode);
    klew_assert(count == SIZE);
    klew_assert(memcmp(bytes, decoded, SIZE) == 0);
    return 0;
}
