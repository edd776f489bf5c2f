// options: --sym-env MODE:3 --env LEVEL=2 --no-env
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *mode = getenv("MODE");
  assert(mode && strlen(mode) <= 3 && !getenv("HOME") && atoi(getenv("LEVEL")) == 2);
  assert(strcmp(mode, "fas")); // expect: assertion
}
