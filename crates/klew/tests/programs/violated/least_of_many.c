// The least of very many inputs is not less than itself: any run shows it, though none soon.
// long
#include <assert.h>
#include <klew.h>

#define COUNT 100000

int main(void) {
    static int numbers[COUNT];
    int least = 0;
    for (int i = 0; i < COUNT; i++)
        numbers[i] = klew_int("number");
    for (int i = 0; i < COUNT; i++)
        if (numbers[i] < least)
            least = numbers[i];
    for (int i = COUNT - 1; i >= 0; i--)
        assert(least < numbers[i]); // expect: assertion
    return 0;
}
