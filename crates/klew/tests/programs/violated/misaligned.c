// options: --property alignment
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  _Alignas(8) char bytes[16];
  memset(bytes, 0, sizeof bytes);
  unsigned i = __VERIFIER_nondet_uchar() % 8;
  if (i % 4 == 0)
    return 0;
  return *(int *)(bytes + i); // expect: alignment
}
