// Two tables by `calloc`, which may give null: one is the other with rows and columns exchanged.
// options: --engine horn
#include <klew.h>
#include <stdlib.h>

int main(void)
{
    unsigned width = klew_uint("width"), height = klew_uint("height");
    if (width == 0 || height == 0 || width > 1000 || height > 1000) {
        return 0;
    }
    int *table = calloc((size_t)width * height, sizeof *table);
    int *turned = calloc((size_t)width * height, sizeof *turned);
    if (!table || !turned) {
        free(table);
        free(turned);
        return 1;
    }
    for (unsigned y = 0; y < height; y++) {
        for (unsigned x = 0; x < width; x++) {
            turned[x * height + y] = table[y * width + x];
        }
    }
    free(table);
    free(turned);
    return 0;
}
