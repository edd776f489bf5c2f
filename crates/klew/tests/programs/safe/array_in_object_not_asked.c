// options: --property valid-memsafety
// SV-COMP's memory safety is about objects: an access that stays within one is none of its errors.
struct machine {
  int top;
  int stack[8];
};

int main(void) {
  struct machine vm = {3, {0}};
  return vm.stack[-1] - 3;
}
