// Where runs leave out an access that nobody asks about, longer arguments may still come to it and go on.
// options: --property reach-error
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(int argc, char **argv)
{
    unsigned at = __VERIFIER_nondet_uint();
    if (argc != 2 || at > 1000)
        return 0;
    if (argv[1][at] == 'x' && at > 100)
        reach_error();
    return 0;
}
