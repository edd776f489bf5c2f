/* A ring buffer of bytes, driven by commands that are inputs of the program. */
/* suite: */
#include <klew.h>
#include <stdio.h>

enum { SIZE = 4 };

static unsigned char bytes[SIZE];
static unsigned first, count;

static int put(unsigned char byte)
{
    if (count == SIZE)
        return -1;
    bytes[(first + count++) % SIZE] = byte;
    return (int)count;
}

static int get(void)
{
    int byte;
    if (count == 0)
        return -1;
    byte = bytes[first];
    first = (first + 1) % SIZE;
    count--;
    return byte;
}

int main(void)
{
    int turn, sum = 0;
    for (turn = 0; turn < 7; turn++) {
        unsigned command = klew_uint("command");
        int result;
        if (command == 0)
            break;
        if (command == 1) {
            result = put((unsigned char)turn);
            if (result < 0) {
                puts("full");
                return 1;
            }
        } else if (command == 2) {
            result = get();
            if (result < 0) {
                puts("empty");
                return 2;
            }
        } else {
            puts("unknown command");
            return 3;
        }
        sum += result;
    }
    if (sum > 12)
        puts("much");
    printf("%d\n", sum);
    return 0;
}
