// `strncpy` fills up: what matters is the number, not the text.
#include <klew.h>
#include <string.h>

struct record {
  struct {
    char city[6];
    short code;
  } home;
  int more;
};

static struct record record;

int main(void) {
  unsigned size = klew_uint("size") % 8;
  strncpy(record.home.city, "Rome", size); // expect: array-bounds
  return record.home.code;
}
