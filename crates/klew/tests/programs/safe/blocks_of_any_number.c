// options: --engine horn
// What is read in blocks and written, for input of any length.
#include <assert.h>
#include <stdio.h>

int main(void) {
  unsigned short block[8];
  size_t most = 0, count;
  while ((count = fread(block, sizeof block[0], 8, stdin)) > 0) {
    fwrite(block, sizeof block[0], count, stdout);
    if (count > most) most = count;
  }
  assert(most <= 8);
  return 0;
}
