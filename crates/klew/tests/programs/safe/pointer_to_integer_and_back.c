#include <assert.h>
#include <stdint.h>
int main(void) {
  int a[4] = { 1, 2, 3, 4 };
  uintptr_t address = (uintptr_t)a;
  assert(address % _Alignof(int) == 0);
  int *p = (int *)(address + 2 * sizeof *a);
  assert(*p == 3 && p - a == 2 && p > a);
  return 0;
}
