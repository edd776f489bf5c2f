// time: 4s
// limit: environment variables: values of at most
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char name[] = "HOME";
  char *home = getenv("HOME");
  assert(getenv(name) == home);
  name[0] = 'R';
  getenv(name);
  assert(getenv("HOME") == home);
  assert(setenv("HOME", "x", 0) == 0 && getenv("HOME"));
  assert(!home || getenv("HOME") == home);
  assert(home || !strcmp(getenv("HOME"), "x"));
  assert(setenv("HOME", "yz", 1) == 0 && !strcmp(getenv("HOME"), "yz"));
  assert(unsetenv("HOME") == 0 && !getenv("HOME"));
  assert(setenv("A=B", "", 1) == -1 && setenv("", "", 1) == -1 && unsetenv("A=B") == -1);
  char text[] = "KEY=v";
  assert(putenv(text) == 0 && !strcmp(getenv("KEY"), "v"));
  text[4] = 'w';
  assert(!strcmp(getenv("KEY"), "w"));
  assert(clearenv() == 0 && !getenv("KEY") && !getenv("OTHER"));
}
