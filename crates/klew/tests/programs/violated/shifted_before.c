// What overflows is a sum; a negative number that is shifted before it has a result, though a native run reports it.
// options: --property signed-overflow
#include <stdio.h>

int main(void) {
  int step = -1, number;
  step <<= 2;
  if (scanf("%d", &number) != 1)
    return 1;
  printf("%d %d\n", step, number + 1); // expect: signed-overflow
  return 0;
}
