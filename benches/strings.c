// Unknown bytes and a function on them, by FUNCTION: 0 strlen, 1 strchr, 2 strcmp, 3 strcpy, 4 memchr, 5 strtok,
// 6 a loop of isspace, 7 strstr.
#include <assert.h>
#include <ctype.h>
#include <stddef.h>
#include <string.h>
void klee_make_symbolic(void *, size_t, const char *);
#ifndef LENGTH
#define LENGTH 8
#endif
#ifndef FUNCTION
#define FUNCTION 0
#endif

int main(void) {
  char text[LENGTH + 1], copy[LENGTH + 1];
  klee_make_symbolic(text, sizeof text, "text");
  text[LENGTH] = 0;
  char *found = 0;
  size_t i = 0;
  switch (FUNCTION) {
  case 0: assert(strlen(text) <= LENGTH); break;
  case 1: found = strchr(text, '='); break;
  case 2: assert(strcmp(text, "keyword") != 0 || text[3] == 'w'); break;
  case 3: assert(strcmp(strcpy(copy, text), text) == 0); break;
  case 4: found = memchr(text, '=', LENGTH); break;
  case 5: found = strtok(text, " ,"); break;
  case 6:
    while (isspace((unsigned char)text[i]))
      i++;
    assert(i <= LENGTH);
    break;
  default: found = strstr(text, "ab"); break;
  }
  assert(found == 0 || (found >= text && found < text + LENGTH));
  return 0;
}
