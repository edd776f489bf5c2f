// The library allocates: the compiled program's report has to be followed through it to the call.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *line = NULL;
  size_t room = 0;
  if (getline(&line, &room, stdin) == 3) { // expect: valid-memtrack
    line = NULL;
  }
  free(line);
  return 0;
}
