/* Decompresses any few bytes into a small buffer, as untrusted data are. */
#include <klew.h>
#include <lz4.h>

enum { SIZE = 16, ROOM = 24 };

int main(void)
{
    char bytes[SIZE], text[ROOM];
    klew_input_bytes(bytes, SIZE, "bytes");
    int size = LZ4_decompress_safe(bytes, text, SIZE, ROOM);
    klew_assert(size <= ROOM);
    return 0;
}
