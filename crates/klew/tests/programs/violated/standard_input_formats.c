#include <assert.h>
#include <stdio.h>
int main(void) {
  int n;
  char name[6], sign;
  if (scanf("%d", &n) != 1)
    return 1;
  if (scanf("%5s %c", name, &sign) != 2)
    return 1;
  unsigned u;
  double d;
  if (scanf("%x,%lf", &u, &d) != 2)
    return 1;
  if (n == -42 && name[0] == 'k' && name[1] == 'l' && name[2] == 0 && sign == '+' && u == 0xbeef)
    assert(d != 2.5 || getchar() != '\n'); // expect: assertion
}
