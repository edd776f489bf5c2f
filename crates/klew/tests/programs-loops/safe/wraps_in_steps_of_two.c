// Wrapping around keeps an even number even.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned char i = 0;
  int n = __VERIFIER_nondet_int();
  while (i != n) i += 2;
  if (i == 7) reach_error();
  return 0;
}
