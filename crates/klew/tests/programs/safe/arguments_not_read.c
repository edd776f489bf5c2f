#include <assert.h>
#include <stdio.h>
int main(int argc, char **argv, char **list) {
  (void)argc, (void)list;
  assert(argv[0] != 0);
  printf("usage: %s FILE\n", argv[0]);
}
