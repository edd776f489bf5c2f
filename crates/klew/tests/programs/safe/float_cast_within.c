// options: --property float-cast-overflow
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x > -2147483649.0 && x < 2147483648.0))
    return 0;
  float y = __VERIFIER_nondet_float();
  if (!(y > -1.0f && y < 4294967296.0f))
    return 0;
  return (int)x == 5 && (unsigned)y == 7;
}
