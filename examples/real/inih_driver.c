/* Parses a short text as an .ini file and copies what it finds. */
#include <klew.h>
#include <string.h>
#include <ini.h>

enum { SIZE = 8 };

static int handler(void *user, const char *section, const char *name, const char *value)
{
    char *copy = user;
    strncpy(copy, section, SIZE);
    strncat(copy, name != 0 ? name : "", SIZE - strlen(copy));
    return value == 0 || value[0] != '!';
}

int main(void)
{
    char text[SIZE + 1];
    char copy[SIZE + 1] = "";
    klew_input_bytes(text, SIZE, "text");
    text[SIZE] = 0;
    int line = ini_parse_string(text, handler, copy);
    klew_assert(line >= -2 && line <= SIZE + 1);
    return 0;
}
