// options: --sym-stdin 3 --no-args
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
static int registered;
static void second(void) { assert(registered == 1); registered = 2; }
static void first(void) { registered = 1; }
int main(int argc, char **argv) {
  int c, count = 0;
  atexit(second);
  atexit(first);
  while ((c = getchar()) != EOF) {
    assert(c >= 0 && c <= 255);
    count++;
  }
  assert(count == 3 && feof(stdin) && ungetc('x', stdin) == 'x' && getchar() == 'x');
  assert(fseek(stdin, 0, SEEK_SET) == -1);
  assert(argc == 1 && argv[1] == 0);
  return 0;
}
