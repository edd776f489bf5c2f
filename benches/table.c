// Reads at unknown places of a table of ENTRIES entries of TYPE, in no order or (ORDERED) ascending, over which STORES
// bytes were written at unknown places.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
void klee_make_symbolic(void *, size_t, const char *);
void klee_assume(uintptr_t);
#ifndef ENTRIES
#define ENTRIES 64
#endif
#ifndef TYPE
#define TYPE uint8_t
#endif
#ifndef STORES
#define STORES 0
#endif

static TYPE table[ENTRIES];

int main(void) {
  for (unsigned i = 0; i < ENTRIES; i++)
#ifdef ORDERED
    table[i] = (TYPE)(i * 3);
#else
    table[i] = (TYPE)(i * 2654435761u >> 11);
#endif
  unsigned at[STORES + 2];
  klee_make_symbolic(at, sizeof at, "at");
  for (int i = 0; i < STORES + 2; i++)
    klee_assume(at[i] < ENTRIES);
  for (int i = 2; i < STORES + 2; i++)
    table[at[i]] = (TYPE)(i * 37);
  uint32_t a = table[at[0]], b = table[at[1]];
  TYPE third = table[ENTRIES / 3], half = table[ENTRIES / 2];
  if (a + b == (uint32_t)third + half && (a ^ b) == (uint32_t)(third ^ half))
    assert(at[0] + at[1] != ENTRIES / 3 + ENTRIES / 2);
  assert(a + b <= 2u * (TYPE)-1 || sizeof(TYPE) == 4);
  return 0;
}
