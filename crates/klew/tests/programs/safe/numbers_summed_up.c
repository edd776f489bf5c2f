// Any number of numbers, of which some are summed up.
// options: --property signed-overflow,assertion --engine segments
// time: 60s
#include <assert.h>
#include <stdio.h>

int main(void) {
  int number, sum = 0;
  while (scanf("%d", &number) == 1)
    if (number > 0 && number < 100 && sum < 1000)
      sum += number;
  assert(sum < 1100);
  printf("%d\n", sum);
  return 0;
}
