// Texts that fit their members to the last byte, a last member that is allocated longer than its type, and copies of bytes that are
// meant to go on.
#include <klew.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
  char name[8];
  char code[4];
  int number;
  char note[1];
};

int main(void) {
  char text[12];
  for (int i = 0; i < 11; i++)
    text[i] = klew_char("text");
  text[11] = 0;
  struct record *record = malloc(sizeof *record + 16);
  memcpy(record->name, text, 12);
  strncpy(record->name, text, 8);
  record->name[7] = 0;
  snprintf(record->code, 4, "%s", text);
  if (strlen(text) < 8) {
    strcpy(record->name, text);
    snprintf(record->name, 64, "%s", text);
  }
  strcpy(record->note, text);
  free(record);
  return 0;
}
