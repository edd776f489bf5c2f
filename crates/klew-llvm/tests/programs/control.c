extern void stop(void) __attribute__((noreturn));
int classify(int c) {
  switch (c) { case 'a': case 'e': return 1; case 'x' ... 'z': return 2; case -1: goto out; default: break; }
  while (c > 10) { if (c % 7 == 3) break; if (c & 1) { c -= 3; continue; } c /= 2; }
  do c++; while (c < 5);
out:
  return c > 3 && c < 9 || c == 100 ? c : -c;
}
int computed(int i) { static void *labels[] = { &&a, &&b }; if (i > 1) stop(); goto *labels[i & 1]; a: return 1; b: return 2; }
int main(void) { return classify(50) + computed(1); }
