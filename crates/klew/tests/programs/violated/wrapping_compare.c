// options: --property unreach-call
// Without -fwrapv, gcc folds the comparison to false.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x + 1 < x) reach_error(); // expect: reach-error
  return 0;
}
