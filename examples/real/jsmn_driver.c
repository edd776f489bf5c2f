/* Splits a short text into the tokens of JSON; each must lie in the text. */
#include <klew.h>
#include <jsmn.h>

enum { SIZE = 8, TOKENS = 8 };

int main(void)
{
    char text[SIZE];
    jsmntok_t tokens[TOKENS];
    jsmn_parser parser;
    klew_input_bytes(text, SIZE, "text");
    jsmn_init(&parser);
    int count = jsmn_parse(&parser, text, SIZE, tokens, TOKENS);
    for (int i = 0; i < count; i++) {
        klew_assert(tokens[i].start >= 0 && tokens[i].start <= tokens[i].end);
        klew_assert(tokens[i].end <= SIZE);
    }
    return 0;
}
