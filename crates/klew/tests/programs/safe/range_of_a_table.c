// time: 20s
// The range of a table's elements answers, and so does that of a sum of two of them.
#include <assert.h>
#include <klew.h>
static int table[1000];
int main(void) {
  for (int i = 0; i < 1000; i++)
    table[i] = i * 997 % 1009 * 3;
  unsigned k = klew_uint("k"), l = klew_uint("l");
  klew_assume(k < 1000);
  klew_assume(l < 1000);
  assert(table[k] <= 1000000);
  assert(table[k] + table[l] < 6100);
  // Writes at unknown places keep it.
  table[l] = 77;
  assert(table[k] < 3100);
  return 0;
}
