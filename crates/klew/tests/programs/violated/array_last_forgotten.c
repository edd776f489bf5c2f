// All elements but the last are copied.
#include <klew.h>

int main(void) {
  int count = klew_int("count");
  klew_assume(count > 0 && count < 1000);
  int from[count], to[count];
  for (int i = 0; i < count; i++) {
    from[i] = klew_int("value");
    to[i] = 0;
  }
  for (int i = 0; i + 1 < count; i++)
    to[i] = from[i];
  for (int i = 0; i < count; i++)
    klew_assert(to[i] == from[i]); // expect: assertion
  return 0;
}
