// Input of any length, a table of its own, text that is printed: what the C library's streams do is said by contracts.
// options: --engine horn
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int size;
    if (scanf("%d", &size) != 1 || size < 1 || size > 100000) {
        fprintf(stderr, "%s\n", "how many?");
        return 1;
    }
    int *heights = malloc(size * sizeof *heights);
    if (heights == NULL) {
        perror("heights");
        return 1;
    }
    for (int i = 0; i < size; i++) {
        if (scanf("%d", heights + i) != 1) {
            free(heights);
            return 1;
        }
    }
    int highest = heights[0];
    for (int i = 1; i < size; i++) {
        if (heights[i] > highest) {
            highest = heights[i];
        }
    }
    for (int i = 0; i < size; i++) {
        assert(heights[i] <= highest);
        printf("%d of %d\n", heights[i], highest);
    }
    free(heights);
    return 0;
}
