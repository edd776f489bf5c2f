// options: --sym-stdin 6
// As lost_in_a_later_turn, but what was there is freed.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *kept = NULL, *other = NULL;
  int c;
  while ((c = getchar()) != EOF) {
    if (c == 'a' && !kept)
      kept = malloc(4);
    else if (c == 's') {
      char *between = kept;
      kept = other;
      other = between;
    } else if (c == 'f') {
      free(other);
      other = NULL;
    }
  }
  free(kept);
  free(other);
  return 0;
}
