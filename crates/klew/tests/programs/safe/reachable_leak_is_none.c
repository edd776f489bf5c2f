#include <stdlib.h>
static void *keep;
int main(void) {
  keep = malloc(4);
  exit(0);
}
