// The trace of the run is full long before it fails.
#include <assert.h>

int main(void) {
  unsigned steps = 0, odd = 0;
  while (steps < 1000000) {
    steps += 3;
    odd ^= steps & 1;
  }
  assert(odd == 0); // expect: assertion
}
