#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  if (argc > 2 && !strcmp(argv[1], "-n"))
    assert(strcmp(argv[2], "-1")); // expect: assertion
}
