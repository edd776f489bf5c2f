#include <assert.h>
#include <stdio.h>
int main(void) {
  int n;
  if (scanf("%d", &n) != 1)
    assert(getchar() != 'q'); // expect: assertion
}
