// options: --sym-args 1 2 3
#include <assert.h>
#include <getopt.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int option, count = 0;
  assert(argc >= 2 && argc <= 3 && argv[argc] == 0);
  while ((option = getopt(argc, argv, "vn:")) != -1)
    switch (option) {
    case 'n': count += atoi(optarg); break;
    case 'v': count += 10; break;
    default: return 1;
    }
  assert(count != 17); // expect: assertion
}
