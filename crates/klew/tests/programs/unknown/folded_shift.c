// options: --property shift
// The folded value is only passed on, to a function that does not use it.
static int none(int unused) {
  (void)unused;
  return 0;
}

int main(void) {
  return none(1 << 40);
}
