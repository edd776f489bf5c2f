// options: --property valid-memtrack
// No variable knows the block any more where the program ends, but a register of the compiled program still does: that may be what the
// compiler left, or a variable that nobody needs.
#include <stdlib.h>

static char *known;

static void end(void) {
  known = NULL;
  exit(0);
}

int main(void) {
  known = malloc(4);
  end();
  return 0;
}
