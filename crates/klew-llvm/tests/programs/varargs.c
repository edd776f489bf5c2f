#include <stdarg.h>
#include <stdio.h>
int total(int n, ...) {
  va_list list, copy; int sum = 0;
  va_start(list, n); va_copy(copy, list);
  while (n--) sum += va_arg(list, int);
  sum += (int)va_arg(copy, long);
  va_end(list); va_end(copy);
  return sum;
}
int main(void) { printf("%d \"quoted\" \\ %s\n", total(3, 1, 2, 3), "\x01\xff"); return 0; }
