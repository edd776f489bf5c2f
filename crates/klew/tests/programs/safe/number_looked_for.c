// options: --property valid-deref --engine horn
// Who looks for a number that was put somewhere finds it.
int __VERIFIER_nondet_int(void);
int numbers[1000];
int main(void) {
  int place = __VERIFIER_nondet_int();
  if (place < 0 || place >= 1000) return 0;
  for (int i = 0; i < 1000; i++) numbers[i] = __VERIFIER_nondet_int();
  numbers[place] = 7;
  int found = 0;
  while (numbers[found] != 7) found++;
  return 0;
}
