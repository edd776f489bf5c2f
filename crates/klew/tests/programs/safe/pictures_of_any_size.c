// Points of a picture whose sizes are inputs lie within it.
// options: --engine horn
// long
#include <klew.h>
#include <stdlib.h>

struct picture {
    unsigned width, height;
    unsigned char *points;
};

static int make(struct picture *picture, unsigned width, unsigned height)
{
    picture->width = width;
    picture->height = height;
    picture->points = malloc((size_t)width * height * 3);
    return picture->points != NULL;
}

static void paint(struct picture *picture, unsigned x, unsigned y, unsigned char red)
{
    unsigned char *point = picture->points + ((size_t)y * picture->width + x) * 3;
    point[0] = red;
    point[1] = point[2] = 0;
}

int main(void)
{
    struct picture picture;
    unsigned width = klew_ushort("width"), height = klew_ushort("height");
    if (width == 0 || height == 0 || !make(&picture, width, height)) {
        return 0;
    }
    for (unsigned y = 0; y < height; y++) {
        for (unsigned x = 0; x < width; x++) {
            paint(&picture, x, y, 255);
        }
    }
    unsigned x = klew_ushort("x"), y = klew_ushort("y");
    if (x < width && y < height) {
        paint(&picture, x, y, 0);
    }
    free(picture.points);
    return 0;
}
