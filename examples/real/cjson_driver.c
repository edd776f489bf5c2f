/* Parses a short text as JSON. */
#include <klew.h>
#include <cJSON.h>

enum { SIZE = 7 };

int main(void)
{
    char text[SIZE + 1];
    klew_input_bytes(text, SIZE, "text");
    text[SIZE] = 0;
    cJSON_Delete(cJSON_Parse(text));
    return 0;
}
