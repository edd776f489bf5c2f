// options: --property assertion
// time: 4s
// What `twice` returns is known without its calls, and wraps around; but no stack has room for 1073741824 of them, so no run comes to that.
#include <assert.h>
#include <klew.h>
static int twice(int n) {
  if (n == 0) {
    return 0;
  }
  return twice(n - 1) + 2;
}

int main(void) {
  int n = klew_int("n");
  klew_assume(n >= 0);
  assert(twice(n) >= 0);
  return 0;
}
