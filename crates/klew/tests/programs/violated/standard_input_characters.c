#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int c, n = 0;
  while ((c = getchar()) != EOF && isdigit(c) && n < 300)
    n = n * 10 + (c - '0');
  char *line = NULL;
  size_t room = 0;
  if (n == 217 && c == ':' && getline(&line, &room, stdin) == 3)
    assert(line[0] != 'o' || line[1] != 'k'); // expect: assertion
  free(line);
}
