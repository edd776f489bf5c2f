// Decodes the base64 text of its argument.
// sizes: --sym-args 1 1 8
// klee: --sym-arg 8
#include <stdio.h>
#include <string.h>

enum { ROOM = 5 };

static int value_of(char c) {
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    if (c == '\0')
        return -1;
    const char *place = strchr(alphabet, c);
    return place == NULL ? -1 : (int)(place - alphabet);
}

static int decode(const char *text, unsigned char *out) {
    size_t length = strlen(text);
    int used = 0;
    if (length % 4 != 0)
        return -1;
    for (size_t i = 0; i < length; i += 4) {
        int padding = 0;
        unsigned long group = 0;
        for (int k = 0; k < 4; k++) {
            char c = text[i + k];
            if (c == '=' && k >= 2 && i + 4 == length) {
                padding++;
                group <<= 6;
                continue;
            }
            int value = value_of(c);
            if (value < 0 || padding > 0)
                return -1;
            group = group << 6 | (unsigned long)value;
        }
        if (used + 2 - padding > ROOM) // fixed: if (used + 3 - padding > ROOM)
            return -1;
        out[used++] = group >> 16 & 0xff;
        if (padding < 2)
            out[used++] = group >> 8 & 0xff;
        if (padding < 1)
            out[used++] = group & 0xff; // expect: valid-deref
    }
    return used;
}

int main(int argc, char **argv) {
    unsigned char bytes[ROOM];
    if (argc != 2) {
        fprintf(stderr, "usage: base64 TEXT\n");
        return 2;
    }
    int count = decode(argv[1], bytes);
    if (count < 0) {
        fprintf(stderr, "not base64\n");
        return 1;
    }
    for (int i = 0; i < count; i++)
        printf("%02x", bytes[i]);
    putchar('\n');
    return 0;
}
