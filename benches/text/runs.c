// Decodes a file of runs: "RL", then pairs of a count and a byte; a count of 0 ends it.
// sizes: --sym-args 1 1 1 --sym-file A:6
// klee: A --sym-files 1 6
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char *read_all(const char *name, size_t *size) {
    FILE *file = fopen(name, "rb");
    if (file == NULL)
        return NULL;
    unsigned char *bytes = malloc(256);
    if (bytes != NULL)
        *size = fread(bytes, 1, 256, file);
    fclose(file);
    return bytes;
}

/* How many bytes the runs make. */
static int total(const unsigned char *bytes, size_t size) {
    unsigned char sum = 0; // fixed: unsigned sum = 0;
    for (size_t i = 2; i + 1 < size && bytes[i] != 0; i += 2)
        sum += bytes[i];
    return sum;
}

static int expand(const unsigned char *bytes, size_t size, unsigned char *out) {
    int used = 0;
    for (size_t i = 2; i + 1 < size && bytes[i] != 0; i += 2) {
        for (int k = 0; k < bytes[i]; k++)
            out[used++] = bytes[i + 1]; // expect: valid-deref
    }
    return used;
}

static unsigned checksum(const unsigned char *bytes, int count) {
    unsigned sum = 0;
    for (int i = 0; i < count; i++)
        sum = sum * 31 + bytes[i];
    return sum;
}

int main(int argc, char **argv) {
    size_t size = 0;
    if (argc != 2)
        return 2;
    unsigned char *bytes = read_all(argv[1], &size);
    if (bytes == NULL) {
        perror(argv[1]);
        return 1;
    }
    if (size < 4 || memcmp(bytes, "RL", 2) != 0) {
        fprintf(stderr, "%s: no runs\n", argv[1]);
        free(bytes);
        return 1;
    }
    int count = total(bytes, size);
    unsigned char *out = malloc((size_t)count + 1);
    if (out == NULL) {
        free(bytes);
        return 1;
    }
    count = expand(bytes, size, out);
    printf("%d bytes, checksum %u\n", count, checksum(out, count));
    free(out);
    free(bytes);
    return 0;
}
