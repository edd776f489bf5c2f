// time: 4s
// limit: arguments: at most
#include <assert.h>
#include <string.h>
int main(int argc, char **argv) {
  assert(argv[argc] == 0);
  if (argc == 2)
    assert(strlen(argv[1]) < 100);
}
