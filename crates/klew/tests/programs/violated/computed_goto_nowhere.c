extern int __VERIFIER_nondet_int(void);
// The place is that of the function: all its computed gotos jump from one place.
int main(void) { // replayed: valid-call
  void *labels[3] = {&&a, &&b};
  unsigned i = __VERIFIER_nondet_int() & 3;
  if (i == 3)
    return 0;
  goto *labels[i];
a:
  return 1;
b:
  return 2;
}
