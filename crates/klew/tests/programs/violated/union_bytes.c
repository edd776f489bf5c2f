#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
union view { unsigned word; unsigned char byte[4]; };
int main(void) {
  union view v;
  v.word = __VERIFIER_nondet_uint();
  if (v.byte[0] == 0xef && v.byte[3] == 0xde)
    assert(v.word != 0xdeadbeefu); // expect: assertion
  return 0;
}
