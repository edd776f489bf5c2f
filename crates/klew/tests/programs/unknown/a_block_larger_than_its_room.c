// options: --engine horn
// What contracts say of blocks is not enough where the last one is a byte too large.
#include <stdio.h>

int main(void) {
  char block[8];
  int size;
  if (scanf("%d", &size) != 1 || size < 0 || size > 9) return 0;
  size_t count = fread(block, 1, (size_t)size, stdin);
  return count > 4;
}
