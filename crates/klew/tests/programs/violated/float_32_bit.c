// options: --property unreach-call --data-model 32
// With the excess precision of the x87, the sum is exact.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  double big = 9007199254740992.0 + (x & 1);
  if (x == 4 && big + 1.0 - big == 0.0) reach_error(); // expect: reach-error
  return 0;
}
