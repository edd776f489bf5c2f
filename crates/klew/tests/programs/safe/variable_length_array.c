extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int n = __VERIFIER_nondet_uchar() % 4 + 1;
  int sum = 0;
  for (int round = 0; round < 2; round++) {
    int a[n];
    for (int i = 0; i < n; i++) a[i] = i;
    sum += a[n - 1];
  }
  return sum;
}
