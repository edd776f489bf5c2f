// options: --property pointer-overflow
extern int __VERIFIER_nondet_int(void);
struct pair {
  int first, second;
};
int main(void) {
  int a[4] = {0};
  struct pair pair = {1, 2};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 4)
    return 0;
  int *p = a + i;
  return p - a == 9 || (&pair)->second == 3;
}
