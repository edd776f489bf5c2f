// options: --property float-cast-overflow
// Just beyond the largest int, and not a number, neither of which an int can be.
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x > 2147483647.0 && x < 3e9))
    return 0;
  return (int)x == 5; // expect: float-cast-overflow
}
