// options: --property all
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int() == 1234567)
    __builtin_trap(); // expect: abort
  return 0;
}
