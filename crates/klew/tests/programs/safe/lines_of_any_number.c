// Any number of lines, each cut at its end.
// options: --engine segments
// time: 60s
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[32];
  unsigned lines = 0;
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = 0;
    if (line[0])
      lines++;
  }
  printf("%u\n", lines);
  return 0;
}
