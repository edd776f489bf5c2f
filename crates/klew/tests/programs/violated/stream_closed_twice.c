// What closes a stream gives its memory back.
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  FILE *stream = fopen("/dev/null", "r");
  if (!stream) return 0;
  if (__VERIFIER_nondet_int() == 7) fclose(stream);
  fclose(stream); // expect: valid-deref
  return 0;
}
