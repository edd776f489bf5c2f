// long
// What is put before some characters makes a text twice as long at most.
// options: --engine horn
#include <klew.h>

int main(void)
{
    char text[32], quoted[65];
    int length = klew_range(0, 32, "length"), end = 0;
    for (int i = 0; i < length; i++) {
        text[i] = klew_char("character");
    }
    text[length] = 0;
    for (int i = 0; text[i]; i++) {
        if (text[i] == '"' || text[i] == '\\') {
            quoted[end++] = '\\';
        }
        quoted[end++] = text[i];
    }
    quoted[end] = 0;
    return 0;
}
