// target: main:out
// says: no label `out` in `main`
int main(void)
{
    return 0;
}
