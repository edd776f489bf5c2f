// Every element that is read was written before.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a[100];
  for (int i = 0; i < 100; ++i) a[i] = 3 * i;
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n >= 100) return 0;
  if (a[n] != 3 * n) reach_error();
  return 0;
}
