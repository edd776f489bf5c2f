// options: --property alignment
#include <stdlib.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct __attribute__((packed)) packed {
  char tag;
  int value;
};
int main(void) {
  unsigned i = __VERIFIER_nondet_uchar() % 4;
  int *array = calloc(4, sizeof *array);
  if (!array)
    return 0;
  struct packed packed;
  packed.value = array[i];
  int copy;
  memcpy(&copy, (char *)&packed + 1, sizeof copy);
  free(array);
  return copy + packed.value;
}
