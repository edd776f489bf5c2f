// options: --property valid-deref --engine horn
// A zero at the end of an array stops who walks along it.
int __VERIFIER_nondet_int(void);
int numbers[1000];
int main(void) {
  for (int i = 0; i < 999; i++) numbers[i] = __VERIFIER_nondet_int();
  numbers[999] = 0;
  int count = 0;
  while (numbers[count] != 0) count++;
  return 0;
}
