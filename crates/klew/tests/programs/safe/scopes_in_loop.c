extern int __VERIFIER_nondet_int(void);
int main(void) {
  int total = 0;
  for (int i = 0; i < 5; i++) {
    int inner[3] = { i, i + 1, i + 2 };
    int *p = inner;
    total += p[i % 3];
  }
  return total;
}
