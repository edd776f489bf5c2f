#include <assert.h>
#include <klew.h>
int mystery(int);
void note(const char *);
int main(void) {
  int x = klew_int("x");
  note("starts");
  mystery(x);
  assert(x != 4711); // expect: assertion
}
