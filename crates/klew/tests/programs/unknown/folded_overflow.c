// options: --property no-overflow
// clang folds the sum to a wrapped constant.
int main(void) {
  int sum = 2147483647 + 1;
  return sum != 0;
}
