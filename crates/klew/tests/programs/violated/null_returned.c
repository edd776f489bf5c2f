// options: --property nonnull
extern int __VERIFIER_nondet_int(void);
static int value;
__attribute__((returns_nonnull, noinline)) static int *find(int key) {
  return key == 7 ? (int *)0 : &value; // expect: nonnull
}
int main(void) {
  return find(__VERIFIER_nondet_int()) == &value;
}
