// target: reach_error
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n * n == 49 && n < 0) {
        reach_error(); // at
        abort();
    }
    return 0;
}
