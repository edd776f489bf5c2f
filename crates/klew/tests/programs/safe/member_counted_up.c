// Elements of a member are counted up; the address behind the last one is one that may be computed.
#include <stdio.h>
struct tally { int digits[4]; int others; };
int main(void) {
  struct tally tally = {{0, 0, 0, 0}, 0};
  int digit = getchar() - '0', sum = 0;
  if (digit < 0 || digit > 3) return 0;
  tally.digits[digit]++;
  for (int *at = tally.digits, *end = &tally.digits[digit + 1]; at != end; at++) sum += *at;
  printf("%d\n", sum + tally.others);
  return 0;
}
