// No square is 2 modulo 4, which summaries of loops do not know.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned x = 0;
  for (int i = 0; i < n; ++i) x = x * x + 1;
  if ((x & 3) == 3) reach_error();
  return 0;
}
