#include <assert.h>
#include <klew.h>
int mystery(int);
char *somewhere(void);
void fill(char *);
extern int setting;
int main(void) {
  char text[4] = "abc";
  switch (klew_range(0, 4, "case")) {
  case 0: assert(mystery(3) > 4); break;
  case 1: *somewhere() = 1; break;
  case 2:
    fill(text);
    assert(text[0] != 'a');
    break;
  default: assert(setting == 1);
  }
}
