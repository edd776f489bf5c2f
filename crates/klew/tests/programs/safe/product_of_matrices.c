// Matrices of any size, multiplied: rows of the first, columns of the second.
// options: --engine horn
#include <klew.h>
#include <stdlib.h>

int main(void)
{
    int size = klew_int("size");
    if (size <= 0 || size > 500) {
        return 0;
    }
    double *a = malloc(size * size * sizeof *a), *b = malloc(size * size * sizeof *b);
    double *product = malloc(size * size * sizeof *product);
    if (a && b && product) {
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                a[i * size + j] = i;
                b[i * size + j] = j;
            }
        }
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                double sum = 0;
                for (int k = 0; k < size; k++) {
                    sum += a[i * size + k] * b[k * size + j];
                }
                product[i * size + j] = sum;
            }
        }
    }
    free(a);
    free(b);
    free(product);
    return 0;
}
