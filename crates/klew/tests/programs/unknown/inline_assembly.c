int main(void) {
  int x = 3;
  __asm__("incl %0" : "+r"(x));
  return x;
}
