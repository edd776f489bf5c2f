// options: --property builtin
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x > 8)
    return __builtin_clz(x);
  return __builtin_ctz(x); // expect: builtin
}
