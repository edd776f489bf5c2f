#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  char bytes[4];
  int descriptor = open("/etc/klew-test.conf", O_RDONLY);
  if (descriptor < 0 || fopen("/etc/passwd", "r"))
    return 1;
  if (read(descriptor, bytes, 4) == 4)
    assert(bytes[3] != 'q'); // expect: assertion
  close(descriptor);
}
