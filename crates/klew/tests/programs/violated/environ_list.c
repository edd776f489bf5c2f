#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern char **environ;
int main(int argc, char **argv, char **list) {
  assert(environ == list);
  for (char **string = list; *string; string++) {
    char *value = strchr(*string, '=') + 1;
    assert(value != (char *)1);
    if (value - *string == 2 && (*string)[0] == 'A' && getenv("A") == value)
      assert(strcmp(value, "no")); // expect: assertion
  }
}
