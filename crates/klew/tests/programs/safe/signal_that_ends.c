// Nobody ignores the signal that ends a process.
#include <assert.h>
#include <signal.h>
#include <stdio.h>
int main(void) {
  int byte = getchar();
  if (byte == 'k') raise(SIGKILL);
  assert(byte != 'k');
  return 0;
}
