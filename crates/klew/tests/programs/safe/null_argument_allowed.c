// options: --property nonnull
extern int __VERIFIER_nondet_int(void);
__attribute__((nonnull(1))) static int length(const char *text, const char *other) {
  int count = other != 0;
  while (text[count])
    count++;
  return count;
}
int main(void) {
  return length(__VERIFIER_nondet_int() ? "a" : "text", 0) == 3;
}
