#include <assert.h>
#include <stdio.h>
int main(void) {
  int n, again;
  char sign, digit[2];
  if (scanf("%d", &n) != 1) {
    /* What is no number stays there. */
    int c = getchar();
    assert(c < '0' || c > '9');
    ungetc('!', stdin);
    assert(scanf("%d", &again) < 1 && getchar() == '!');
  } else if (scanf(" %c%1[0-9]", &sign, digit) == 2) {
    assert(sign != ' ' && sign != '\n');
    assert(digit[0] >= '0' && digit[0] <= '9' && digit[1] == 0);
  }
}
