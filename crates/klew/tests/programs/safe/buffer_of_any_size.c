// A buffer whose size is an input: no access of its loops lies outside.
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned size = __VERIFIER_nondet_uint();
  if (size == 0 || size > 100000) {
    return 0;
  }
  char *buffer = malloc(size);
  for (unsigned i = 0; i + 1 < size; i++) {
    buffer[i] = 'a';
  }
  buffer[size - 1] = 0;
  unsigned length = 0;
  while (length < size && buffer[length]) {
    length++;
  }
  free(buffer);
  return 0;
}
