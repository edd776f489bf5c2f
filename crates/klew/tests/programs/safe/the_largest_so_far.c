// options: --engine horn --property assertion
// The first number is the largest so far whatever it is: that none was looked at yet shows in where the largest is.
#include <assert.h>
#include <klew.h>

int main(void) {
  int count = klew_range(1, 1000, "count");
  int number[count];
  int largest = 0, where = -1;
  for (int i = 0; i < count; i++) {
    number[i] = klew_int("number");
    if (where < 0 || number[i] > largest) {
      largest = number[i];
      where = i;
    }
  }
  int any = klew_range(0, 999, "any");
  if (any < count) {
    assert(number[any] <= largest);
  }
  return 0;
}
