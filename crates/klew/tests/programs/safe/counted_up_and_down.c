// options: --engine horn --property reach-error
// What keeps the second loop's number positive is where the first one ended, which nobody reads again.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int jobs = __VERIFIER_nondet_int();
  if (jobs > 500000) return 0;
  int waiting = 0;
  for (int given = 0; given < jobs; given++) waiting++;
  for (int done = 0; done < jobs; done++) {
    if (waiting <= 0) reach_error();
    waiting--;
  }
  return 0;
}
