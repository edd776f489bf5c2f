// Short texts are kept in their nodes: what is written there at any index leaves the pointers beside them as they are.
// options: --engine segments
#include <klew.h>
#include <stdlib.h>

struct word {
    char *text;
    char within[8];
    struct word *next;
};

int main(void)
{
    struct word *words = NULL;
    while (klew_bool("another")) {
        struct word *word = malloc(sizeof *word);
        unsigned length = klew_uint("length") % 16;
        if (word == NULL) {
            break;
        }
        word->text = length >= sizeof word->within ? malloc(length + 1) : word->within;
        word->next = words;
        words = word;
        if (word->text == NULL) {
            word->text = word->within;
        } else if (length > 0) {
            word->text[length - 1] = 'a';
        }
    }
    while (words != NULL) {
        struct word *next = words->next;
        if (words->text != words->within) {
            free(words->text);
        }
        free(words);
        words = next;
    }
    return 0;
}
