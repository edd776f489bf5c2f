// target: broken
#include <klew.h>

int main(void)
{
    int sum = 0, n = klew_uchar("n");
    for (int i = 0; i < 4; i++) {
        sum += n;
        if (sum < n)
            goto broken;
    }
    return 0;
broken:
    return 1;
}
