// options: --sym-args 0 2 3
// limit: arguments: at most 2 of at most 3 characters (--sym-args)
#include <assert.h>
int main(int argc, char **argv) {
  assert(argc <= 3);
}
