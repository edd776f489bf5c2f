// options: --property reach-error
// The counter has that value after one number of moves only.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int moves;

static int power_of_three(int n) {
  if (n <= 0) return 1;
  return power_of_three(n - 1) + power_of_three(n - 1) + power_of_three(n - 1);
}

static int times(int a, int b) {
  if (b == 0) return 0;
  return a + times(a, b - 1);
}

static void move(int n, int from, int to, int other) {
  if (n == 0) return;
  move(n - 1, from, other, to);
  moves++;
  move(n - 1, other, to, from);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 25) return 0;
  if (power_of_three(n & 7) % 2 == 0) reach_error();
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (b < 0 || b > 30000 || a < 0 || a > 30000) return 0;
  if (times(a, b) != times(b, a)) reach_error();
  move(n, 1, 2, 3);
  if (moves == (1 << 24) - 1) reach_error(); // expect: reach-error
  return 0;
}
