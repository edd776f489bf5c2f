// The loop never ends, though its variable is set, not stepped.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int i = 1;
  while (i < 3) {
    if (i == 2) i = 1;
    else i = 2;
  }
  reach_error();
  return 0;
}
