// Turns look alike until one that is late: a state is closed only if an earlier one includes it.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned char pressed = 0;
  int last = 0;
  for (;;) {
    int key = __VERIFIER_nondet_int();
    if (key < 0 || key > 2)
      continue;
    if (key == last)
      pressed++;
    else
      pressed = 0;
    last = key;
    assert(pressed < 11); // expect: assertion
  }
}
