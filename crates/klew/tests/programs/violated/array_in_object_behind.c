// An index of the input, one too large; the bytes behind the array are those of the next member.
#include <klew.h>

struct record {
  char name[4];
  int secret;
};

int main(void) {
  struct record record = {"abc", 7};
  unsigned index = (unsigned)klew_int("index");
  if (index > 4)
    return 0;
  return record.name[index]; // expect: array-bounds
}
