// options: --engine random
// Two lines belong together: one takes a seat, the other, of another format, changes it with itself.
#include <assert.h>
#include <stdio.h>

static int guests[6];
static int all;

static void take(unsigned seat, int count) {
  if (seat < 6 && guests[seat] == 0 && count > 0) {
    guests[seat] = count;
    all += count;
  }
}

static void change(unsigned one, unsigned other) {
  if (one >= 6 || other >= 6 || guests[one] == 0) return;
  int moved = guests[one], back = guests[other];
  guests[one] = 0;
  guests[other] = moved;
  if (back != 0) guests[one] += back;
}

int main(void) {
  char line[24];
  unsigned one, other;
  int count;
  while (fgets(line, sizeof line, stdin)) {
    if (sscanf(line, "seat %1u for %2d", &one, &count) == 2) take(one, count);
    if (sscanf(line, "move %1u to %1u", &one, &other) == 2) change(one, other);
    int found = 0;
    for (int i = 0; i < 6; i++) found += guests[i];
    assert(found == all); // expect: assertion
  }
  return 0;
}
