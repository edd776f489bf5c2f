extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *s = "abc";
  if (__VERIFIER_nondet_int() > 0) s[0] = 'x'; // expect: valid-deref
  return 0;
}
