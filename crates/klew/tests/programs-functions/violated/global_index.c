// An index in a global variable is any number.
// options: --function put

static char buffer[16];
static int used = 0;

void put(char byte)
{
    if (used < 16)
        buffer[used++] = byte; // expect: valid-deref
}
