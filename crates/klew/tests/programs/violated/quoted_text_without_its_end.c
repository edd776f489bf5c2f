// Twice as many bytes are enough for all characters, but not for the end behind them.
#include <klew.h>

int main(void)
{
    char text[8], quoted[14];
    int length = klew_range(0, 8, "length"), end = 0;
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
    quoted[end] = 0; // expect: valid-deref
    return 0;
}
