// An index in a global variable that holds what it is initialised with.
// options: --function put --globals initial

static char buffer[16];
static int used = 0;

void put(char byte)
{
    if (used < 16)
        buffer[used++] = byte;
}
