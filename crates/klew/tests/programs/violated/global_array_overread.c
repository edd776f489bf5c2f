extern int __VERIFIER_nondet_int(void);
static int table[5] = { 1, 2, 3, 4, 5 };
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < -1 || i > 4) return 0;
  return table[i]; // expect: valid-deref
}
