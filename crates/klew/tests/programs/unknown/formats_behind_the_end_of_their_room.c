// options: --engine horn
// The text that is made has no room for its end.
#include <stdio.h>

int main(void) {
  char shown[8];
  int number;
  if (scanf("%d", &number) != 1) return 0;
  return snprintf(shown, 9, "%d", number) > 8;
}
