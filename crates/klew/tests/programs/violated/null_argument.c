// options: --property nonnull
extern int __VERIFIER_nondet_int(void);
__attribute__((nonnull(1))) static int length(const char *text, int most) {
  int count = 0;
  while (text && count < most && text[count])
    count++;
  return count;
}
int main(void) {
  const char *text = __VERIFIER_nondet_int() == 7 ? 0 : "text";
  return length(text, 9) == 3; // expect: nonnull
}
