extern int __VERIFIER_nondet_int(void);
static int sum(unsigned n, int (*rows)[n], int m) {
  int total = 0;
  for (int i = 0; i < m; i++)
    total += rows[i][n - 1];
  return total;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 3)
    return 0;
  int a[n][n];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = i;
  return sum((unsigned)n, a, n);
}
