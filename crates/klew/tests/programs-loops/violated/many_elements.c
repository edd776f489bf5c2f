// Six elements in a range, in one row of a matrix.

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a[32];
  for (int i = 0; i < 32; ++i) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 4; ++i) {
    int count = 0;
    for (int j = 0; j < 8; ++j)
      if (a[i * 8 + j] > 10 && a[i * 8 + j] < 100) ++count;
    if (count > 5) reach_error();
  }
  return 0;
}
