// The array is a member that is not the first: the byte in front of it is one of the same object.
#include <stdlib.h>

struct machine {
  int top;
  int stack[8];
  int more;
};

static int pop(struct machine *vm) {
  vm->top--;
  return vm->stack[vm->top]; // expect: array-bounds
}

int main(void) {
  struct machine vm = {0};
  return pop(&vm);
}
