// target: failed
// target: main:failed
#include <klew.h>

int main(void)
{
    unsigned char size = klew_uchar("size");
    for (int i = 0; i < 3; i++) {
        if (size == 2 * i + 3)
            goto failed;
    }
    return 0;
failed:
    return size; // at
}
