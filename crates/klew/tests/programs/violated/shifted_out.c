// A left shift of signed numbers with a result that is no number of its type; the unsigned one before it is fine.
// options: --property signed-overflow
#include <stdio.h>

int main(void) {
  int number;
  if (scanf("%d", &number) != 1 || number < 0)
    return 1;
  unsigned wide = (unsigned)number << 4;
  int twice = number;
  twice <<= 1; // expect: signed-overflow
  printf("%u %d\n", wide, twice);
  return 0;
}
