#include <assert.h>
#include <stdio.h>
int main(void) {
  int c = getchar();
  assert(!(fseek(stdin, 0, SEEK_SET) == -1 && c == 'a')); // expect: assertion
}
