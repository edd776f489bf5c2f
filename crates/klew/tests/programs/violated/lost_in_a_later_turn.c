// options: --property valid-memtrack --sym-stdin 6
// A block that is lost after some commands: states at the head of the loop differ in what points to it only.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *kept = NULL, *other = NULL;
  int c;
  while ((c = getchar()) != EOF) {
    if (c == 'a' && !kept)
      kept = malloc(4); // expect: valid-memtrack
    else if (c == 's') {
      char *between = kept;
      kept = other;
      other = between;
    } else if (c == 'f') {
      free(other);
      other = NULL;
    } else if (c == 'l' && other) {
      other = NULL;
    }
  }
  free(kept);
  free(other);
  return 0;
}
