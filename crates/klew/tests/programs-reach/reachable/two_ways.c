// The error call before it ends other runs; the target is behind it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), twice = 0;
    if (n < 10)
        reach_error();
    if (n == 12) twice = 24; else twice = 1; // target
    return twice;
}
