// options: --sym-file conf.ini:4 --sym-file other:2
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static char *kept;
static void at_end(void) {
  assert(kept[0] != 'z'); // expect: assertion
}
int main(void) {
  char bytes[3];
  assert(fopen("missing", "r") == 0);
  FILE *file = fopen("conf.ini", "rb");
  int descriptor = open("other", O_RDONLY);
  size_t room = 0;
  atexit(at_end);
  if (getline(&kept, &room, file) < 2 || read(descriptor, bytes, 3) != 2 || bytes[1] != kept[1])
    _exit(0);
  fseek(file, 0, SEEK_END);
  assert(ftell(file) == 4);
  exit(0);
}
