// options: --property valid-memtrack
// No variable knows the block any more where the program ends; that some register still does is the compiler's affair.
#include <stdlib.h>

static char *known;

static void end(void) {
  known = NULL;
  exit(0);
}

int main(void) {
  known = malloc(4); // expect: valid-memtrack
  end();
  return 0;
}
