#include <klew.h>
char *somewhere(void);
int mystery(int);
int main(void) {
  if (klew_bool("which"))
    *somewhere() = 1;
  else
    klew_assert(mystery(3) > 4);
}
