// Left shifts with results that are numbers of their types, of a negative number as well, and one of unsigned numbers that loses bits.
// options: --property signed-overflow
#include <stdio.h>

int main(void) {
  int number, places;
  if (scanf("%d %d", &number, &places) != 2 || number < -7 || number > 7 || places < 0 || places > 28)
    return 1;
  long long far = (long long)number << (places + 32);
  int near = number << places;
  unsigned lost = (unsigned)number << 30;
  printf("%lld %d %u\n", far, near, lost);
  return 0;
}
