// options: --property division-by-zero
// clang folds the division away, so klew cannot see whether it is reached; it must not say "safe".
static unsigned last;

int main(void) {
  if ((222u % ((9 & 31) - 9)) > 7) last = 1;
  return 0;
}
