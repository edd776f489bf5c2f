// options: --property reach-error --jobs 1
// One path (its branches are values), whose one query takes longer than all that there is: others prove it meanwhile.
void reach_error(void) { __builtin_abort(); }
int __VERIFIER_nondet_int(void);
int main(void) {
  int even = 0, odd = 0;
  for (int i = 0; i < 1000; i++) {
    if (__VERIFIER_nondet_int() % 2) odd++;
    else even++;
  }
  if (even + odd != 1000) reach_error();
  return 0;
}
