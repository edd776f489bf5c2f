// Nothing was given to strtok before, so there is nothing to go on with.
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  char text[] = "a b";
  if (__VERIFIER_nondet_int() != 3)
    strtok(text, " ");
  return strtok(0, " ") == 0; // expect: valid-deref
}
