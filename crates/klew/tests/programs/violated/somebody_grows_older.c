// options: --property assertion
// Whether somebody is of age is computed once, and the ages change.
#include <assert.h>
#include <klew.h>
#include <stdlib.h>
struct person {
  int age, of_age;
  struct person *next;
};

int main(void) {
  struct person *all = NULL;
  while (klew_bool("more")) {
    struct person *new = malloc(sizeof *new);
    if (!new) {
      abort();
    }
    new->age = klew_range(0, 100, "age");
    new->of_age = new->age >= 18;
    new->next = all;
    all = new;
  }
  for (struct person *at = all; at; at = at->next) {
    at->age++;
  }
  for (struct person *at = all; at; at = at->next) {
    if (!at->of_age) {
      assert(at->age < 18); // expect: assertion
    }
  }
  return 0;
}
