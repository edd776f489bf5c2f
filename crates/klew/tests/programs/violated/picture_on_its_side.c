// Rows are as long as the picture is wide, not as it is high.
#include <klew.h>
#include <stdlib.h>

int main(void)
{
    unsigned width = klew_ushort("width"), height = klew_ushort("height");
    if (width == 0 || height == 0) {
        return 0;
    }
    unsigned char *points = malloc((size_t)width * height);
    if (!points) {
        return 1;
    }
    for (unsigned y = 0; y < height; y++) {
        for (unsigned x = 0; x < width; x++) {
            points[(size_t)x * width + y] = 0; // expect: valid-deref
        }
    }
    free(points);
    return 0;
}
