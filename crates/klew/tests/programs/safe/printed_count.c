#include <assert.h>
#include <stdio.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int before = -1, after = -1;
  short length = -1;
  unsigned char digit = __VERIFIER_nondet_uchar() % 10;
  printf("%d%n, %5s%n.\n", digit, &before, "ab", &after);
  assert(before == 1 && after == 8);
  fprintf(stderr, "%%n %-4d%hn", 42, &length);
  assert(length == 7);
  return 0;
}
