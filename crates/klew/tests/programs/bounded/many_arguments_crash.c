// What more arguments than are looked at do is not taken for safe.
int main(int argc, char **argv)
{
    if (argc > 20)
        return argv[0][1000000];
    return argc == 3 && argv[1][0] == 'x' && argv[2][0] == 'y';
}
