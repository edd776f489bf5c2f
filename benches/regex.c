// Paths through a backtracking matcher: the pattern is symbolic, the text is not.
#include <stddef.h>
void klee_make_symbolic(void *, size_t, const char *);
#ifndef LENGTH
#define LENGTH 5
#endif

static int here(const char *pattern, const char *text);

static int starred(int c, const char *pattern, const char *text) {
  do {
    if (here(pattern, text)) return 1;
  } while (*text != '\0' && (*text++ == c || c == '.'));
  return 0;
}

static int here(const char *pattern, const char *text) {
  if (pattern[0] == '\0') return 1;
  if (pattern[1] == '*') return starred(pattern[0], pattern + 2, text);
  if (pattern[0] == '$' && pattern[1] == '\0') return *text == '\0';
  if (*text != '\0' && (pattern[0] == '.' || pattern[0] == *text)) return here(pattern + 1, text + 1);
  return 0;
}

static int found(const char *pattern, const char *text) {
  if (pattern[0] == '^') return here(pattern + 1, text);
  do {
    if (here(pattern, text)) return 1;
  } while (*text++ != '\0');
  return 0;
}

int main(void) {
  char pattern[LENGTH + 1];
  klee_make_symbolic(pattern, sizeof pattern, "pattern");
  pattern[LENGTH] = '\0';
  return found(pattern, "hello");
}
