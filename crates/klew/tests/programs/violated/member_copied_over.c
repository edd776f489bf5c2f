// A string that is too long for its member ends in the next one, within the object.
#include <klew.h>
#include <string.h>

struct record {
  char name[8];
  int administrator;
  char note[16];
};

static void rename_record(struct record *record, const char *name) {
  strcpy(record->name, name); // expect: array-bounds
}

int main(void) {
  struct record record = {"", 0, ""};
  char name[12];
  for (int i = 0; i < 11; i++)
    name[i] = klew_char("name");
  name[11] = 0;
  rename_record(&record, name);
  return record.administrator;
}
