// options: --property valid-deref --engine horn
// The fields of a record on the stack, which functions are given the address of, are values of the loop.
int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);
struct ring {
  char *bytes;
  unsigned size, first, count;
};
static void put(struct ring *ring, char byte) {
  if (ring->count == ring->size) return;
  unsigned place = ring->first + ring->count;
  if (place >= ring->size) place -= ring->size;
  ring->bytes[place] = byte;
  ring->count++;
}
static char take(struct ring *ring) {
  if (ring->count == 0) return 0;
  char byte = ring->bytes[ring->first];
  ring->first++;
  if (ring->first == ring->size) ring->first = 0;
  ring->count--;
  return byte;
}
int main(void) {
  struct ring ring;
  int size = __VERIFIER_nondet_int();
  if (size < 1 || size > 1000) return 0;
  ring.bytes = malloc(size);
  ring.size = size;
  ring.first = ring.count = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) put(&ring, 'x');
    else take(&ring);
  }
  return 0;
}
