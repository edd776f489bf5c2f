// options: --property reach-error --jobs 1
// time: 30s
// One path without an end or a fork, whose number is a larger term each time: others have their turns all the same.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int number = 7;
  for (;;) {
    number = number + 6 * __VERIFIER_nondet_int();
    if (number == 4) reach_error();
  }
}
