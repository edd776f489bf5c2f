// The zero is behind the last place that is written.
int __VERIFIER_nondet_int(void);
int numbers[40];
int main(void) {
  int most = __VERIFIER_nondet_int();
  if (most < 0 || most > 40) return 0;
  for (int i = 0; i < most; i++) numbers[i] = 1;
  int count = 0;
  while (numbers[count] != 0) count++; // expect: valid-deref
  return 0;
}
