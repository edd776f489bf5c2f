// options: --property valid-memtrack
// Seven of the eight bytes of the only pointer are overwritten: whether what is left keeps the block is not followed, and not said.
#include <stdlib.h>
#include <string.h>

static struct {
  char *block;
  int number;
} known;

int main(void) {
  known.block = malloc(4);
  memset(&known, 0, sizeof known.block - 1);
  return 0;
}
