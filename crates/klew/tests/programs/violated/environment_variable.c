#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *home = getenv("HOME");
  if (home)
    assert(home[0] == '/'); // expect: assertion
}
