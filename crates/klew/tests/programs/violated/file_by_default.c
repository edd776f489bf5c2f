#include <assert.h>
#include <stdio.h>
int main(void) {
  FILE *file = fopen("conf/a.ini", "r");
  if (!file)
    return 1;
  int first = fgetc(file), other = getchar(), second = fgetc(file);
  assert(!(first == 'x' && other == 'y' && second == 'z')); // expect: assertion
  fclose(file);
}
