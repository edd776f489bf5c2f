// options: --property reach-error --jobs 1 --engine horn
// time: 60s
// After all of it was replaced, nothing in an array is what was to go.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum { LENGTH = 70000 };

int main(void) {
  int a[LENGTH];
  int old = __VERIFIER_nondet_int();
  int new = __VERIFIER_nondet_int();
  for (int i = 0; i < LENGTH; i++) a[i] = __VERIFIER_nondet_int();
  if (old == new) return 0;
  for (int i = 0; i < LENGTH; i++) {
    if (a[i] == old) a[i] = new;
  }
  for (int i = 0; i < LENGTH; i++) {
    if (a[i] == old) reach_error();
  }
  return 0;
}
