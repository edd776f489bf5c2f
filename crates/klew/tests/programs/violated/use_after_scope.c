int main(void) {
  int *p;
  {
    int inner = 3;
    p = &inner;
  }
  return *p; // expect: valid-deref
}
