// options: --property reach-error
// The counter has that value after one number of moves only.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int moves;

static void move(int n, int from, int to, int other) {
  if (n == 0) return;
  move(n - 1, from, other, to);
  moves++;
  move(n - 1, other, to, from);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 25) return 0;
  move(n, 1, 2, 3);
  if (moves == (1 << 24) - 1) reach_error(); // expect: reach-error
  return 0;
}
