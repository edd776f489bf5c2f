// options: --engine random --property reach-error
// Nearly every run shows it, but only after more instructions than short runs have.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define COUNT 40000

int main(void) {
  static int values[COUNT];
  int negative = 0;
  for (int i = 0; i < COUNT; i++) values[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < COUNT; i++) {
    if (values[i] < 0) negative++;
  }
  if (negative > COUNT / 10) reach_error(); // expect: reach-error
  return 0;
}
