// options: --property no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0) {
    int y = x + 1000; // expect: signed-overflow
    return y > 3;
  }
  return 0;
}
