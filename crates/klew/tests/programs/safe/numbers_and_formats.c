// options: --engine horn
// What is found as numbers in lines and written into buffers, for input of any length.
// long
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char line[32], shown[12];
  int a, b;
  while (fgets(line, sizeof line, stdin)) {
    if (sscanf(line, "%d,%d", &a, &b) == 2) {
      snprintf(shown, sizeof shown, "%d..%d", a, b);
      puts(shown);
    }
    char *end;
    long number = strtol(line, &end, 10);
    if (number > 0 && atoi(line) == 7) fputs(end, stdout);
  }
  return 0;
}
