// The second `a` lies where the first one did, so no native run can tell: klew's own execution does.
int main(void) {
  int *p = 0;
  for (int i = 0; i < 2; i++) {
    int a[3] = { i };
    if (i == 0)
      p = a;
    else
      p[0] = 1; // replayed: valid-deref
  }
  return 0;
}
