// options: --property valid-deref --engine horn
// As many numbers as an input says, of which only the last is ever written.
int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);
int main(void) {
  int length = __VERIFIER_nondet_int();
  if (length < 1 || length > 1000) return 0;
  int *numbers = malloc(length * sizeof(int));
  numbers[length - 1] = 0;
  int count = 0;
  while (numbers[count] != 0) count++;
  return 0;
}
