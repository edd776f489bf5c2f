// A loop that never ends and reads nothing: its states repeat, and nothing behind it is reached.
#include <assert.h>
int main(void) {
  int a[3] = {0, 1, 2};
  for (;;) {
    int first = a[0];
    a[0] = a[1];
    a[1] = a[2];
    a[2] = first;
    assert(a[0] + a[1] + a[2] == 3);
  }
  assert(0);
}
