// options: --property valid-memtrack
// The variable that leads to the block is not used any more, so its value is not computed: not lost, but that is not known.
#include <stdlib.h>

int main(void) {
  char *p = malloc(8);
  p = p + 4;
  exit(0);
}
