// Two variables that are stepped in the same turns.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, twice = 0;
  while (i != n) {
    i += 1;
    twice += 2;
  }
  if (twice != 2 * i) reach_error();
  return 0;
}
