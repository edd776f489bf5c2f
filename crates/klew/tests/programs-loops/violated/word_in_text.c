// An input must be a text with a word in it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int const word[] = {'k', 'l', 'e', 'w', 0};
  int text[12];
  for (int i = 0; i < 11; ++i) text[i] = __VERIFIER_nondet_int();
  text[11] = 0;
  for (int i = 0; text[i] != 0; ++i) {
    int j = 0;
    while (word[j] != 0 && text[i + j] == word[j]) ++j;
    if (word[j] == 0) reach_error();
  }
  return 0;
}
