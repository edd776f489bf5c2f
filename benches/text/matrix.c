// Commands on a square matrix: mk N makes it, at N sets a place of its diagonal, sum, rm.
// sizes: --sym-stdin 9
// klee: --sym-stdin 9
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct matrix {
    int size;
    int *cells;
};

static struct matrix *make(int size) {
    if (size < 1 || size > 8)
        return NULL;
    struct matrix *matrix = malloc(sizeof *matrix);
    if (matrix == NULL)
        return NULL;
    matrix->size = size;
    matrix->cells = calloc((size_t)(size * size), sizeof(int));
    if (matrix->cells == NULL) {
        free(matrix);
        return NULL;
    }
    return matrix;
}

static void destroy(struct matrix *matrix) {
    if (matrix == NULL)
        return;
    free(matrix->cells);
    free(matrix);
}

static int set(struct matrix *matrix, int place) {
    if (place < 0 || place > matrix->size) // fixed: if (place < 0 || place >= matrix->size)
        return -1;
    matrix->cells[place * matrix->size + place] = place + 1; // expect: valid-deref
    return 0;
}

static int trace(const struct matrix *matrix) {
    int sum = 0;
    for (int i = 0; i < matrix->size; i++)
        sum += matrix->cells[i * matrix->size + i];
    return sum;
}

int main(void) {
    struct matrix *matrix = NULL;
    char command[8];
    int number, status = 0;
    while (status == 0 && scanf("%7s", command) == 1) {
        if (strcmp(command, "mk") == 0 && scanf("%d", &number) == 1) {
            destroy(matrix);
            matrix = make(number);
            status = matrix == NULL;
        } else if (strcmp(command, "at") == 0 && scanf("%d", &number) == 1) {
            status = matrix == NULL || set(matrix, number) != 0;
        } else if (strcmp(command, "sum") == 0 && matrix != NULL) {
            printf("%d\n", trace(matrix));
        } else if (strcmp(command, "rm") == 0) {
            destroy(matrix);
            matrix = NULL;
        } else {
            fprintf(stderr, "%s?\n", command);
            status = 1;
        }
    }
    destroy(matrix);
    return status;
}
