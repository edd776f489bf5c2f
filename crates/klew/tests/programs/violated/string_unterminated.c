#include <string.h>
int main(void) {
  char word[4] = { 'a', 'b', 'c', 'd' };
  return (int)strlen(word); // expect: valid-deref
}
