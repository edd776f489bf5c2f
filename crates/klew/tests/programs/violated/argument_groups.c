// options: --sym-args 1 1 3 --sym-args 0 2 2 --sym-args 0 1 1
#include <assert.h>
#include <string.h>
int main(int argc, char **argv) {
  assert(argc >= 2 && argc <= 5 && argv[argc] == 0 && strlen(argv[1]) <= 3);
  if (argc == 5)
    assert(strlen(argv[2]) <= 2 && strlen(argv[3]) <= 2 && strlen(argv[4]) <= 1);
  if (argc == 4 && argv[1][2] == 'x' && argv[2][1] == 'y')
    assert(argv[3][0] != 'z'); // expect: assertion
}
