static int *leak_local(void) {
  int local[4] = { 1, 2, 3, 4 };
  int *volatile p = local;
  return p;
}
int main(void) {
  int *p = leak_local();
  return p[1]; // expect: valid-deref
}
