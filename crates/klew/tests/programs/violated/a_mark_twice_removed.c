// options: --engine random
// Characters are commands: a mark that was set last but one and removed is counted still.
#include <assert.h>
#include <stdio.h>

#define MOST 5

int main(void) {
  char marks[MOST];
  unsigned count = 0;
  int c, last = 0;
  while ((c = getchar()) != EOF) {
    if (c == '<' && count < MOST) {
      marks[count++] = (char)last;
    } else if (c == '>' && count > 0) {
      count--;
      assert(marks[count] != 'q' || last != 'q' || count < 3); // expect: assertion
    } else if (c >= 'a' && c <= 'z') {
      last = c;
    } else if (c == '!') {
      count = 0;
    }
  }
  return 0;
}
