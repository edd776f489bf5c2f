// Seven turns.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  for (int i = 0; i < n; ++i) sum += 3;
  if (sum == 21) reach_error();
  return 0;
}
