// What lies behind a filled range was never written.
// options: --check-uninitialised
#include <klew.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    unsigned length = (unsigned)klew_int("length");
    klew_assume(length > 5000 && length < 100000000);
    char *text = malloc(length + 1);
    if (!text)
        return 0;
    memset(text, 'x', length);
    if (text[length]) // expect: initialised
        length = 0;
    free(text);
    return 0;
}
