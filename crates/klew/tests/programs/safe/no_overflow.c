// options: --property no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x < 0 || x > 10000 || y < 0 || y > 10000) return 0;
  return (x + y) / 2 + x * 20 > 3;
}
