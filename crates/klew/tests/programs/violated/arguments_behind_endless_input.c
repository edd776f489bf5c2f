#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  long sum = 0;
  int c;
  if (argc < 2)
    while ((c = getchar()) != EOF)
      sum += c == 'x' ? sum : c;
  else
    assert(argv[1][0] != '-' || argv[1][1] != 'v'); // expect: assertion
  return sum > 5;
}
