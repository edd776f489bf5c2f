// options: --sym-stdin 7
#include <assert.h>
#include <stdio.h>
int main(void) {
  int a, b;
  char line[8];
  if (scanf("%d,%d", &a, &b) == 2 && getchar() == '\n' && fgets(line, sizeof line, stdin))
    assert(a * b != 14 || line[0] != 'q' || line[1] != 0); // expect: assertion
}
