// options: --no-args --no-env --env USER=me
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  assert(argc == 1 && argv[1] == 0);
  assert(!getenv("HOME") && !strcmp(getenv("USER"), "me"));
}
