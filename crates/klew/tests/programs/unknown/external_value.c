#include <assert.h>
extern int table[];
extern int counter;
int main(int argc, char **argv) {
  if (argc > 1)
    table[3] = argc;
  assert(counter == 0);
  return 0;
}
