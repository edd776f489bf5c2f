// options: --property shift
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar() & 63;
  return (1u << n) == 0; // expect: shift
}
