// A pointer that may be any: following paths says nothing of the access, but a run with a small number shows what it does.
extern char *__VERIFIER_nondet_pchar(void);
int main(void) {
  char *text = __VERIFIER_nondet_pchar();
  return text ? text[0] : 0; // expect: valid-deref
}
