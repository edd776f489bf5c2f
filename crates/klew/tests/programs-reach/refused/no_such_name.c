// target: mian
// says: did you mean main?
int main(void)
{
    return 0;
}
