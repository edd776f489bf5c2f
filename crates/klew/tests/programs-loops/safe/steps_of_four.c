// Steps of four never come to 15, however many there are.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  while (i < n) i += 4;
  if (i == 15) reach_error();
  return 0;
}
