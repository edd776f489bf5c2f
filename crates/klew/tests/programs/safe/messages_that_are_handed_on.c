// options: --engine horn
// Constant texts come through parameters, choices, results and tables: nothing is asked of where they end.
#include <assert.h>
#include <stdio.h>

enum kind { RED, GREEN, BLUE };

static const char *const sizes[] = {"small", "middle", "large"};
static unsigned failed;

static void fail(const char *why) {
  fprintf(stderr, "failed: %s\n", why);
  if (failed < 100) failed++;
}

static const char *name_of(enum kind kind) {
  switch (kind) {
  case RED: return "red";
  case GREEN: return "green";
  default: return "blue";
  }
}

int main(void) {
  int kind, size;
  while (scanf("%d %d", &kind, &size) == 2) {
    if (kind < 0 || kind > 2)
      fail("no such kind");
    else if (size < 0 || size > 2)
      fail(size < 0 ? "too small" : "too large");
    else
      printf("%s %s\n", name_of((enum kind)kind), sizes[size]);
    assert(failed <= 100);
  }
  return 0;
}
