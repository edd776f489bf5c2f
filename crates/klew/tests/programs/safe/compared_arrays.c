// options: --property reach-error --jobs 1 --engine horn
// time: 60s
// A flag says of all elements that they are the same.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum { LENGTH = 70000 };

int main(void) {
  int a[LENGTH], b[LENGTH];
  for (int i = 0; i < LENGTH; i++) {
    a[i] = __VERIFIER_nondet_int();
    b[i] = __VERIFIER_nondet_int();
  }
  int differ = 0;
  for (int i = 0; i < LENGTH; i++) {
    if (a[i] != b[i]) differ = 1;
  }
  if (!differ) {
    for (int i = 0; i < LENGTH; i++) {
      if (a[i] != b[i]) reach_error();
    }
  }
  return 0;
}
