#include <assert.h>
#include <unistd.h>

int main(void) {
  long done = write(STDERR_FILENO, "hello", 5);
  if (done < 0) return 1;
  assert(done == 5); // replayed: assertion
  return 0;
}
