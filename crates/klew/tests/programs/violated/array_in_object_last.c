// The array is the last member, but its type says how long it is: it is no flexible one.
#include <stdlib.h>

struct packet {
  int length;
  unsigned char bytes[4];
};

int main(void) {
  struct packet *packet = malloc(sizeof *packet + 16);
  packet->length = 6;
  for (int i = 0; i < packet->length; i++)
    packet->bytes[i] = 0; // expect: array-bounds
  free(packet);
  return 0;
}
