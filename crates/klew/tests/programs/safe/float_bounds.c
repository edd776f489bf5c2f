#include <assert.h>
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x >= 0.0f && x <= 10.0f)) return 0;
  assert(x + 1.0f >= 1.0f && x + 1.0f <= 11.0f);
  return 0;
}
