// No input at all: how fast plain execution is. A sieve and a checksum over a local array.
#ifndef ROUNDS
#define ROUNDS 400
#endif
#define SIZE 4096

int main(void) {
  unsigned char sieve[SIZE];
  unsigned checksum = 1;
  for (unsigned round = 0; round < ROUNDS; round++) {
    for (unsigned i = 0; i < SIZE; i++) sieve[i] = (unsigned char)(i & 1);
    for (unsigned p = 3; p * p < SIZE; p += 2)
      if (sieve[p])
        for (unsigned q = p * p; q < SIZE; q += 2 * p) sieve[q] = 0;
    for (unsigned i = 0; i < SIZE; i++) checksum = checksum * 31 + sieve[i] + round;
  }
  return (int)(checksum & 127);
}
