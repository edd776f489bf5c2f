// options: --property reach-error --jobs 1 --engine horn
// time: 60s
// What lies before the place at which a search ended is not what was searched for.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum { LENGTH = 70000 };

int main(void) {
  int a[LENGTH];
  int wanted = __VERIFIER_nondet_int();
  for (int i = 0; i < LENGTH; i++) a[i] = __VERIFIER_nondet_int();
  int end = 0;
  while (end < LENGTH && a[end] != wanted) end++;
  for (int i = 0; i < end; i++) {
    if (a[i] == wanted) reach_error();
  }
  return 0;
}
