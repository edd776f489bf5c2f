// The difference of the counters is even, so the second loop never ends.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, j = 0;
  for (; i < n; i += 6)
    ;
  while (i != j + 5) j += 2;
  reach_error();
  return 0;
}
