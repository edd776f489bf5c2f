// Standard input of any length: what is counted may be any number, and is printed.
// time: 60s
#include <stdio.h>

int main(void) {
  int c;
  unsigned count = 0;
  while ((c = getchar()) != EOF)
    if (c == 'x')
      count++;
  printf("%u\n", count);
  return 0;
}
