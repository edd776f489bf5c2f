// options: --max-instructions 1000
int main(void) {
  unsigned i = 0;
  for (;;) i++;
}
