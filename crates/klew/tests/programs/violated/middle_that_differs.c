// The last pair before the middle is not compared.
#include <assert.h>
#include <klew.h>

#define LENGTH 8

int main(void) {
    int word[LENGTH];
    for (int i = 0; i < LENGTH; i++)
        word[i] = klew_int("letter");
    for (int i = 0; i < LENGTH / 2 - 1; i++)
        if (word[i] != word[LENGTH - 1 - i])
            return 1;
    for (int i = 0; i < LENGTH / 2; i++)
        assert(word[i] == word[LENGTH - 1 - i]); // expect: assertion
    return 0;
}
