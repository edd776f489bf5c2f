// limit: writing the rest of what was written in part
#include <assert.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

static long write_somehow(const char *at, size_t size) {
  long done;
  do
    done = write(STDERR_FILENO, at, size);
  while (done < 0 && errno == EINTR);
  return done;
}

static int write_all(const char *at) {
  size_t left = strlen(at);
  while (left > 0) {
    long done = write_somehow(at, left);
    if (done < 0) return 0;
    at += done;
    left -= (size_t)done;
  }
  return 1;
}

int main(void) {
  const char *lines[] = {"a first line\n", "a second one\n", "and a third\n"};
  for (int i = 0; i < 3; i++)
    if (!write_all(lines[i])) return 1;
  assert(lines[2][0] == 'a');
  return 0;
}
