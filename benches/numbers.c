// A text of LENGTH unknown bytes as a number, by FUNCTION: 0 atoi, 1 strtol, 2 sscanf, 3 a loop of its own.
#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
void klee_make_symbolic(void *, size_t, const char *);
#ifndef LENGTH
#define LENGTH 3
#endif
#ifndef FUNCTION
#define FUNCTION 0
#endif

static long number(char *text) {
  int x;
  char *end;
  long value = 0;
  switch (FUNCTION) {
  case 0: return atoi(text);
  case 1: value = strtol(text, &end, 10); return *end == 0 ? value : -1;
  case 2: return sscanf(text, "%d", &x) == 1 ? x : -1;
  default:
    for (int i = 0; i < 18 && text[i] >= '0' && text[i] <= '9'; i++)
      value = value * 10 + (text[i] - '0');
    return value;
  }
}

int main(void) {
  char text[LENGTH + 1];
  klee_make_symbolic(text, sizeof text, "text");
  text[LENGTH] = 0;
  long x = number(text);
  if (x > 20 && x < 4000)
    assert(x != 137);
  return 0;
}
