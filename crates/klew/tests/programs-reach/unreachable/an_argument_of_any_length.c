// Only the first character is looked at, so longer arguments come to nothing else.
// by default
static int multiple(int n)
{
    int i = 0;
    while (i < n)
        i += 4;
    return i;
}

int main(int argc, char *argv[])
{
    if (argc == 2 && multiple(argv[1][0]) == 15)
        return 1; // target
    return 0;
}
