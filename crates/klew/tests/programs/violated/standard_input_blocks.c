#include <assert.h>
#include <stdio.h>
#include <unistd.h>
struct record {
  short id;
  unsigned char kind;
};
int main(void) {
  struct record records[2];
  char rest[4];
  if (fread(records, sizeof *records, 2, stdin) == 2 && records[0].id == 7 && records[1].kind == 200)
    if (fread(rest, 1, 4, stdin) == 3)
      assert(rest[2] != 'z'); // expect: assertion
}
