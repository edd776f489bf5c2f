// What stands in an array whose length is an input is known of all its elements at once.
// time: 120s
#include <klew.h>

int main(void) {
  int count = klew_int("count");
  klew_assume(count > 0 && count < 1000000);
  int values[count], negated[count];
  for (int i = 0; i < count; i++) {
    values[i] = klew_int("value");
    negated[i] = -values[i];
  }
  for (int i = count - 1; i >= 0; i--)
    klew_assert(values[i] + negated[i] == 0);
  return 0;
}
