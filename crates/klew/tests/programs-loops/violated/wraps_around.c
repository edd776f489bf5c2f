// Only behind a wrap-around is a sum of threes one.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned char i = 0;
  int n = __VERIFIER_nondet_int();
  while (i != n) i += 3;
  if (i == 1) reach_error();
  return 0;
}
