// Lists of any length of lists of any length.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct word {
  struct word *next;
  int letters;
};
struct line {
  struct line *next;
  struct word *words;
};
static void *some(size_t size) {
  void *made = malloc(size);
  if (!made) {
    abort();
  }
  return made;
}
int main(void) {
  struct line *text = 0;
  while (__VERIFIER_nondet_int()) {
    struct line *line = some(sizeof *line);
    line->words = 0;
    line->next = text;
    text = line;
    while (__VERIFIER_nondet_int()) {
      struct word *word = some(sizeof *word);
      word->letters = 5;
      word->next = line->words;
      line->words = word;
    }
  }
  for (struct line *line = text; line; line = line->next) {
    for (struct word *word = line->words; word; word = word->next) {
      assert(word->letters == 5);
    }
  }
  while (text) {
    struct line *line = text->next;
    while (text->words) {
      struct word *word = text->words->next;
      free(text->words);
      text->words = word;
    }
    free(text);
    text = line;
  }
  return 0;
}
