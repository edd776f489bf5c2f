#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char buffer[32];
  strcpy(buffer, "symbolic");
  strcat(buffer, " heap");
  assert(strlen(buffer) == 13 && strchr(buffer, 'h') == buffer + 9);
  assert(!strncmp(buffer, "symbol", 6) && memcmp(buffer, "symbolic heaq", 13) < 0);
  char *copy = strdup(buffer);
  assert(copy && strstr(copy, "lic"));
  free(copy);
  assert(atoi("-123") == -123);
  return 0;
}
