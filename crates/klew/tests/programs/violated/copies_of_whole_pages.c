// Copies that cover whole pages of a large zeroed object: pointers, and numbers that are not known.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static int target;
static int *pointers[2000];

int main(void) {
  int **copies = calloc(2000, sizeof *copies);
  int *numbers = malloc(10000 * sizeof *numbers), *copy = calloc(12000, sizeof *copy);
  if (!copies || !numbers || !copy)
    return 0;
  for (int i = 0; i < 2000; i++)
    pointers[i] = &target;
  memcpy(copies + 10, pointers, 1500 * sizeof *copies);
  memset(numbers, 0, 10000 * sizeof *numbers);
  numbers[1503] = __VERIFIER_nondet_int();
  memcpy(copy + 10, numbers, 10000 * sizeof *numbers);
  if (copies[600] == &target)
    assert(copy[1513] != 1234567); // expect: assertion
  free(copies);
  free(numbers);
  free(copy);
  return 0;
}
