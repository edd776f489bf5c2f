// One of the messages that are handed on is no constant, and has no end.
#include <stdio.h>

static void tell(const char *what) { printf("%s\n", what); } // expect: valid-deref

int main(void) {
  char name[4];
  int count = 0, c;
  while (count < 4 && (c = getchar()) != EOF && c != '\n') name[count++] = (char)c;
  if (count == 0) {
    tell("nobody");
  } else if (count == 4) {
    tell(name);
  }
  return 0;
}
