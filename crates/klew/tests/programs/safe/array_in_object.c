// What is no error: flexible members of all kinds, addresses behind the last element that are not accessed, indices that
// stay within, and arrays whose accesses are checked as those of an object.
#include <klew.h>
#include <stdlib.h>

struct machine {
  int top;
  int stack[8];
  int more;
};

struct flexible {
  int count;
  int items[];
};

struct none {
  int count;
  int items[0];
};

struct one {
  int count;
  int items[1];
};

static int sum(const struct machine *vm) {
  int total = 0;
  for (const int *at = vm->stack, *end = &vm->stack[8]; at < end; at++)
    total += *at;
  const int *end = vm->stack + 8;
  return total + (int)(end - vm->stack);
}

int main(void) {
  struct machine vm = {0};
  unsigned index = (unsigned)klew_int("index") % 8;
  vm.stack[index] = 1;
  struct flexible *a = malloc(sizeof *a + 4 * sizeof(int));
  struct none *b = malloc(sizeof *b + 4 * sizeof(int));
  struct one *c = malloc(sizeof *c + 3 * sizeof(int));
  a->items[index % 4] = b->items[index % 4] = c->items[index % 4] = 3;
  int local[4] = {0};
  local[index % 4] = 1;
  int result = sum(&vm) + local[3];
  free(a);
  free(b);
  free(c);
  return result;
}
