#include <assert.h>
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
static long sum(int count, ...) {
  va_list list;
  long total = 0;
  va_start(list, count);
  for (int i = 0; i < count; i++) total += i % 2 ? (long)va_arg(list, double) : va_arg(list, int);
  va_end(list);
  return total;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 1000) return 0;
  assert(sum(4, x, 2.0, 3, 4.0) != 21); // expect: assertion
  return 0;
}
