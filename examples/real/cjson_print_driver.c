/* Parses a short text as JSON; what is printed of the value must be JSON again. */
#include <klew.h>
#include <stdlib.h>
#include <cJSON.h>

enum { SIZE = 4 };

int main(void)
{
    char text[SIZE + 1];
    klew_input_bytes(text, SIZE, "text");
    text[SIZE] = 0;
    cJSON *value = cJSON_Parse(text);
    char *printed = cJSON_PrintUnformatted(value);
    if (printed != 0) {
        cJSON *again = cJSON_Parse(printed);
        klew_assert(again != 0);
        cJSON_Delete(again);
        free(printed);
    }
    cJSON_Delete(value);
    return 0;
}
