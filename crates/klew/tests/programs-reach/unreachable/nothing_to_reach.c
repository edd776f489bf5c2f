// The program has no check of that property, so its loop without an end need not be gone through.
// target: reach-error
// by default
int main(int argc, char *argv[])
{
    unsigned turns = 0;
    while (argc == 2)
        turns += (unsigned char)argv[1][0];
    return 0;
}
