#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char word[5];
  for (int i = 0; i < 4; i++) word[i] = __VERIFIER_nondet_char();
  word[4] = 0;
  assert(strcmp(word, "klew") != 0); // expect: assertion
  return 0;
}
