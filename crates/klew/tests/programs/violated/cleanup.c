// options: --property valid-memcleanup
#include <stdlib.h>
static int *keep;
int main(void) {
  keep = malloc(sizeof *keep); // expect: valid-memcleanup
  *keep = 1;
  return 0;
}
