/* Parses a short text as JSON, prints the result and parses that again. */
#include <klew.h>
#include <stdlib.h>
#include <cJSON.h>

enum { SIZE = 6 };

int main(void)
{
    char text[SIZE + 1];
    klew_input_bytes(text, SIZE, "text");
    text[SIZE] = 0;
    cJSON *value = cJSON_Parse(text);
    if (value == 0)
        return 0;
    char *printed = cJSON_PrintUnformatted(value);
    if (printed != 0) {
        cJSON *again = cJSON_Parse(printed);
        cJSON_Delete(again);
        free(printed);
    }
    cJSON_Delete(value);
    return 0;
}
