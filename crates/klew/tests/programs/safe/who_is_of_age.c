// options: --engine segments --property assertion
// Whether somebody is of age is computed once, and kept beside the age. Links are members of members, so that each access to a person goes back
// from one.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct link {
  struct link *next, *before;
};
struct person {
  int age;
  struct link link;
  int of_age;
};

static struct person *person_of(struct link *link) {
  return (struct person *)((char *)link - offsetof(struct person, link));
}

int main(void) {
  struct link all = {&all, &all};
  while (__VERIFIER_nondet_int()) {
    struct person *new = malloc(sizeof *new);
    if (!new) {
      abort();
    }
    new->age = __VERIFIER_nondet_int();
    new->of_age = new->age >= 18;
    new->link.next = all.next;
    new->link.before = &all;
    all.next->before = &new->link;
    all.next = &new->link;
  }
  for (struct link *at = all.next; at != &all; at = at->next) {
    struct person *person = person_of(at);
    if (person->of_age) {
      assert(person->age > 17);
    } else {
      assert(person->age < 18);
    }
  }
  return 0;
}
