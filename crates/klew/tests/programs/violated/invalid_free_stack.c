#include <stdlib.h>
int main(void) {
  int x = 3;
  int *volatile p = &x;
  free(p); // expect: valid-free
  return 0;
}
