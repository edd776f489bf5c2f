#include <stdlib.h>
#include <string.h>
int main(void) {
  char *mode = getenv("MODE");
  if (mode && strlen(mode) == 4 && mode[0] == 'f')
    return mode[5]; // expect: valid-deref
  return 0;
}
