#include <assert.h>
#include <string.h>
#include <unistd.h>

static void say(const char *text) { write(STDERR_FILENO, text, strlen(text)); }

int main(void) {
  char c = 'a';
  for (int i = 0; i < 4; i++) write(STDERR_FILENO, &c, 1);
  say("hello");
  say(" world");
  say("\n");
  assert(c == 'a');
  return 0;
}
