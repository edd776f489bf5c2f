// An element behind the last one of a member is counted up: another member, and nobody reads or writes outside of the object.
#include <stdio.h>
struct tally { int digits[4]; int others; };
int main(void) {
  struct tally tally = {{0, 0, 0, 0}, 0};
  int digit = getchar() - '0';
  if (digit < 0 || digit > 4) return 0;
  tally.digits[digit]++; // expect: array-bounds
  printf("%d\n", tally.others);
  return 0;
}
