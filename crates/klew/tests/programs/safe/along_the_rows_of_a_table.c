// A pointer that is counted up in two loops has come as far as whole rows and what was done of one.
// options: --engine horn
#include <klew.h>
#include <stdlib.h>

int main(void)
{
    unsigned width = klew_uint("width"), height = klew_uint("height");
    if (width == 0 || height == 0 || width > 1000 || height > 1000) {
        return 0;
    }
    int *table = malloc(width * height * sizeof(int));
    if (!table) {
        return 1;
    }
    int *place = table;
    for (unsigned y = 0; y < height; y++) {
        for (unsigned x = 0; x < width; x++) {
            *place++ = 0;
        }
    }
    for (unsigned y = 0; y < height; y++) {
        int *row = table + y * width;
        for (unsigned x = 0; x < width; x++) {
            row[x] = 1;
        }
    }
    free(table);
    return 0;
}
