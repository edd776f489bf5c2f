#include <assert.h>
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x > 1.0f && x < 2.0f)
    assert(x * x != 2.25f); // expect: assertion
  return 0;
}
